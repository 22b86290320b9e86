# symptom: no-op
import torch as th


@th.no_grad()
def energy_and_force(potential, position):
    th.enable_grad()  # DTL213 grad mode is still off below
    position = position.clone().requires_grad_()
    energy = potential(position).sum()
    if energy.requires_grad:
        return energy, -th.autograd.grad(energy, position)[0]
    return energy, None


th.manual_seed(0)
_, force = energy_and_force(lambda x: x.pow(4) - x, th.randn(5))

evidence = {"force": force}
