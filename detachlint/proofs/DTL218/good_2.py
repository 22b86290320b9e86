import torch


class Replay:
    def __init__(self, model, count):
        self.model, self.count = model, count

    @torch.no_grad()
    def __iter__(self):
        for _ in range(self.count):
            state = torch.randn(4, 3)
            yield state, self.model(state)


torch.manual_seed(0)
teacher, student = torch.nn.Linear(3, 1), torch.nn.Linear(3, 1)
bias = torch.zeros(1, requires_grad=True)
losses = [(student(state) - value).pow(2).mean() for state, value in Replay(teacher, 3)]
(torch.stack(losses).mean() + bias.square().sum()).backward()

evidence = {"student.weight": student.weight.grad}
