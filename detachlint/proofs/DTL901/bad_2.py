# symptom: n/a
import torch as th


class WeightMonitor:
    def __init__(self):
        self.norms = {}

    def look(self, model):
        for name, p in model.named_parameters():
            self.norms[name] = p.data.norm().item()  # DTL901 reads a parameter past the check


th.manual_seed(0)
monitor = WeightMonitor()
monitor.look(th.nn.GRU(3, 4))

evidence = monitor.norms
