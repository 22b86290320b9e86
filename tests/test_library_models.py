"""What surrounds autograd — checkpoints, transforms, autocast, reparametrized layers, loaders — under torch and linted.

Each script is run by torch, which raises exactly where an error is to be reported that it raises for.
"""

from __future__ import annotations

import textwrap
import warnings

import pytest
import torch

from detachlint.analysis import analyse
from detachlint.finding import Level
from detachlint.rules.registry import rules

START = """
import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.checkpoint import checkpoint

torch.manual_seed(0)
w = torch.rand(3, 3, requires_grad=True)
x = torch.rand(3, 3)
layer = nn.Linear(3, 3)
"""
CHECKPOINTS = {
    "an input written after a checkpoint": (
        """
        h = w * 2
        y = checkpoint(torch.sin, h, use_reentrant=False)
        h.add_(1)
        y.sum().backward()
        """,
        ["DTL101"],
    ),
    "an input written after a reentrant checkpoint": (
        """
        h = w * 2
        y = checkpoint(torch.sin, h, use_reentrant=True)
        h.add_(1)
        y.sum().backward()
        """,
        ["DTL101"],
    ),
    "the result of a checkpoint written": (
        """
        y = checkpoint(torch.exp, w * 2, use_reentrant=False)
        y.mul_(2)
        y.sum().backward()
        """,
        [],
    ),
    "weights written after a checkpoint": (
        """
        y = checkpoint(layer, w * 2, use_reentrant=False)
        with torch.no_grad():
            layer.weight.mul_(1.0)
        y.sum().backward()
        """,
        [],
    ),
    "a step between two backward passes through checkpoints": (
        """
        optimizer = torch.optim.SGD(layer.parameters(), lr=0.1)
        h = w * 2
        first = checkpoint(layer, h, use_reentrant=False).sum()
        second = checkpoint(layer, h, use_reentrant=False).mean()
        first.backward(retain_graph=True)
        optimizer.step()
        second.backward()
        """,
        [],
    ),
    "a checkpoint twice": (
        """
        y = checkpoint(torch.exp, w, use_reentrant=False).sum()
        y.backward()
        y.backward()
        """,
        ["DTL401"],
    ),
    "a checkpoint that saves nothing twice": (
        """
        y = checkpoint(lambda given: given + 1, w, use_reentrant=False).sum()
        y.backward()
        y.backward()
        """,
        [],
    ),
    "a reentrant checkpoint that saves nothing twice": (
        """
        y = checkpoint(lambda given: given + 1, w, use_reentrant=True).sum()
        y.backward()
        y.backward()
        """,
        ["DTL401"],
    ),
    "two checkpoints of one state": (
        """
        h = w * 2
        total = sum(checkpoint(layer, h, use_reentrant=False).sum() for _ in range(2))
        total.backward()
        assert layer.weight.grad is not None and w.grad is not None
        """,
        [],
    ),
    "a gradient through what a checkpoint captures": (
        """
        scale = w.exp()
        y = checkpoint(lambda given: given * scale, x, use_reentrant=False)
        y.sum().backward()
        assert w.grad is not None
        """,
        [],
    ),
}
TRANSFORMS = {
    "a loss made of a jacobian": (
        """
        from torch.autograd.functional import jacobian

        slope = jacobian(lambda given: (given * w).sum(), x)
        slope.sum().backward()
        """,
        ["DTL405"],
    ),
    "a jacobian with a graph": (
        """
        from torch.autograd.functional import jacobian

        slope = jacobian(lambda given: (given * w).exp().sum(), x, create_graph=True)
        slope.sum().backward()
        assert w.grad is not None
        """,
        [],
    ),
    "a jacobian leaves the graph around it": (
        """
        scale = w.exp()
        torch.autograd.functional.jacobian(lambda given: (given * scale).sum(), x)
        scale.sum().backward()
        """,
        [],
    ),
    "a loss made of a Hessian product": (
        """
        value, product = torch.autograd.functional.hvp(lambda given: (given.pow(3) * w).sum(), x, torch.ones(3, 3))
        product.sum().backward()
        """,
        ["DTL405"],
    ),
    "a loss made of the gradient of a function": (
        """
        slope = torch.func.grad(lambda given: (given * w).exp().sum())(x)
        slope.sum().backward()
        assert w.grad is not None
        """,
        [],
    ),
    "the gradient of a function of data": (
        """
        slope = torch.func.grad(lambda given: given.pow(2).sum())(x)
        slope.sum().backward()
        """,
        ["DTL204"],
    ),
    "samples one by one": (
        """
        losses = torch.func.vmap(lambda given: (given * w[0]).pow(2).sum())(x)
        assert losses[0].requires_grad
        losses.mean().backward()
        """,
        [],
    ),
    "a product with the transposed Jacobian": (
        """
        value, pull = torch.func.vjp(lambda given: (given * w).exp(), x)
        (slope,) = pull(torch.ones(3, 3))
        (value.sum() + slope.sum()).backward()
        """,
        [],
    ),
    "a call with other weights": (
        """
        fast = {name: item * 1.5 for name, item in layer.named_parameters()}
        torch.func.functional_call(layer, fast, (x,)).sum().backward()
        assert layer.weight.grad is not None
        """,
        [],
    ),
    "a call with weights that require no grad": (
        """
        fixed = {name: item.detach() for name, item in layer.named_parameters()}
        torch.func.functional_call(layer, fixed, (x,)).sum().backward()
        """,
        ["DTL204"],
    ),
    "own weights written after a call with others": (
        """
        fast = {name: item * 1.5 for name, item in layer.named_parameters()}
        y = torch.func.functional_call(layer, fast, (w,)).sum()
        with torch.no_grad():
            layer.weight.zero_()
        y.backward()
        """,
        [],
    ),
}
AUTOCAST = {
    "an argument written after autocast copied it": (
        """
        h = w * 2
        with torch.autocast("cpu", dtype=torch.bfloat16):
            y = F.linear(x, h)
        h.add_(1)
        y.sum().backward()
        """,
        [],
    ),
    "an argument written where autocast copies nothing": (
        """
        h = w * 2
        with torch.autocast("cpu", dtype=torch.bfloat16):
            y = h.sin()
        h.add_(1)
        y.sum().backward()
        """,
        ["DTL101"],
    ),
    "an argument written after autocast that is switched off": (
        """
        h = w * 2
        with torch.autocast("cpu", enabled=False):
            y = F.linear(w, h)
        h.add_(1)
        y.sum().backward()
        """,
        ["DTL101"],
    ),
    "an argument written after a function under autocast": (
        """
        @torch.autocast("cpu", dtype=torch.bfloat16)
        def run(given):
            return given @ w

        h = w * 2
        y = run(h)
        h.add_(1)
        y.sum().backward()
        """,
        [],
    ),
    "a step between two backward passes under autocast": (
        """
        optimizer = torch.optim.SGD(layer.parameters(), lr=0.1)
        with torch.amp.autocast("cpu", dtype=torch.bfloat16):
            h = w * 2
            first, second = layer(h).sum(), layer(h).mean()
        first.backward(retain_graph=True)
        optimizer.step()
        second.backward()
        """,
        [],
    ),
    "a result written after autocast": (
        """
        with torch.autocast("cpu", dtype=torch.bfloat16):
            y = torch.sigmoid(F.linear(x, w))
        y.mul_(2)
        y.sum().backward()
        """,
        ["DTL101"],
    ),
}
REPARAMETRIZED = {
    "a normalized layer in a loop": (
        """
        layer = nn.utils.parametrizations.weight_norm(layer)
        optimizer = torch.optim.SGD(layer.parameters(), lr=0.1)
        for _ in range(3):
            optimizer.zero_grad()
            layer(x).sum().backward()
            optimizer.step()
        """,
        [],
    ),
    "a step between two passes of a normalized layer": (
        """
        layer = nn.utils.parametrizations.spectral_norm(layer)
        optimizer = torch.optim.SGD(layer.parameters(), lr=0.1)
        h = w * 2
        first, second = layer(h).sum(), layer(h).mean()
        first.backward(retain_graph=True)
        optimizer.step()
        second.backward()
        """,
        ["DTL113"],
    ),
    "the flag of a computed weight": (
        """
        nn.utils.parametrizations.weight_norm(layer)
        layer.weight.requires_grad = False
        """,
        ["DTL301"],
    ),
    "the flag of a computed weight of old": (
        """
        layer = torch.nn.utils.weight_norm(layer)
        layer.weight.requires_grad = False
        """,
        ["DTL301"],
    ),
    "a computed weight optimized": (
        """
        nn.utils.parametrizations.orthogonal(layer)
        optimizer = torch.optim.SGD([layer.weight], lr=0.1)
        """,
        ["DTL306"],
    ),
    "a tensor assigned to a computed weight": (
        """
        layer = nn.utils.parametrizations.weight_norm(layer)
        layer.weight = torch.rand(3, 3)
        layer(x).sum().backward()
        """,
        [],
    ),
    "a parametrization of one's own": (
        """
        class Symmetric(nn.Module):
            def forward(self, given):
                return given.triu() + given.triu(1).transpose(-1, -2)

        nn.utils.parametrize.register_parametrization(layer, "weight", Symmetric())
        optimizer = torch.optim.SGD(layer.parameters(), lr=0.1)
        for _ in range(2):
            optimizer.zero_grad()
            layer(x).sum().backward()
            optimizer.step()
        assert not layer.weight.is_leaf
        """,
        [],
    ),
    "weights replaced by a vector": (
        """
        vector = nn.utils.parameters_to_vector(layer.parameters())
        nn.utils.vector_to_parameters(vector.detach() * 0.5, layer.parameters())
        layer(x).sum().backward()
        assert layer.weight.grad is not None
        """,
        [],
    ),
}
VECTORS = {
    "a value kept before the weights got other memory": (
        """
        kept = layer.weight.detach()
        nn.utils.vector_to_parameters(torch.rand(12), layer.parameters())
        optimizer = torch.optim.SGD(layer.parameters(), lr=0.1)
        layer(x).sum().backward()
        optimizer.step()
        assert not torch.equal(kept, layer.weight)
        print(kept.norm())
        """,
        [],
    ),
    "a vector of parameters has their history": (
        """
        vector = nn.utils.parameters_to_vector(layer.parameters())
        vector.pow(2).sum().backward()
        vector.pow(2).sum().backward()
        assert layer.weight.grad is not None
        """,
        [],
    ),
    "parameters that were used up by clipping": (
        """
        parameters = layer.parameters()
        layer(x).sum().backward()
        nn.utils.clip_grad_value_(parameters, 0.1)
        optimizer = torch.optim.SGD(parameters, lr=0.1)
        """,
        ["DTL506"],
    ),
    "weights from a vector twice through one iterator": (
        """
        parameters = layer.parameters()
        nn.utils.vector_to_parameters(torch.rand(12), parameters)
        torch.optim.SGD(parameters, lr=0.1)
        """,
        ["DTL506"],
    ),
    "a graph after its weights were clipped": (
        """
        loss = layer(x).pow(2).sum()
        loss.backward(retain_graph=True)
        nn.utils.clip_grad_norm_(layer.parameters(), 0.1)
        loss.backward()
        """,
        [],
    ),
}
SCALERS = {
    "a scaled loss": (
        """
        scaler = torch.amp.GradScaler("cpu")
        optimizer = torch.optim.SGD(layer.parameters(), lr=0.1)
        for _ in range(2):
            optimizer.zero_grad()
            loss = layer(x).pow(2).sum()
            scaler.scale(loss).backward()
            scaler.unscale_(optimizer)
            nn.utils.clip_grad_norm_(layer.parameters(), 1.0)
            scaler.step(optimizer)
            scaler.update()
        """,
        [],
    ),
    "a loss that was not scaled": (
        """
        scaler = torch.amp.GradScaler("cpu")
        optimizer = torch.optim.SGD(layer.parameters(), lr=0.1)
        layer(x).pow(2).sum().backward()
        scaler.step(optimizer)
        """,
        ["DTL507"],
    ),
    "a scaled loss twice": (
        """
        scaler = torch.amp.GradScaler("cpu")
        loss = layer(x).pow(2).sum()
        scaler.scale(loss).backward()
        scaler.scale(loss).backward()
        """,
        ["DTL401"],
    ),
    "a step through a scaler between two passes": (
        """
        scaler = torch.amp.GradScaler("cpu")
        optimizer = torch.optim.SGD(layer.parameters(), lr=0.1)
        h = w * 2
        first, second = layer(h).sum(), layer(h).mean()
        scaler.scale(first).backward(retain_graph=True)
        scaler.step(optimizer)
        scaler.update()
        scaler.scale(second).backward()
        """,
        ["DTL113"],
    ),
}
FILES: dict[str, tuple[str, list[str]]] = {
    "what was saved is not changed by a step": (
        """
        import io

        file = io.BytesIO()
        torch.save(layer.state_dict(), file)
        optimizer = torch.optim.SGD(layer.parameters(), lr=0.1)
        layer(x).sum().backward()
        optimizer.step()
        file.seek(0)
        best = torch.load(file)
        assert not torch.equal(best["weight"], layer.weight)
        layer.load_state_dict(best)
        assert torch.equal(best["weight"], layer.weight)
        """,
        [],
    ),
    "a loaded tensor that is made to require grad": (
        """
        import io

        file = io.BytesIO()
        torch.save(x, file)
        file.seek(0)
        loaded = torch.load(file)
        loaded.requires_grad_()
        loaded.sum().backward()
        assert loaded.grad is not None
        """,
        [],
    ),
}
LOADERS = {
    "a batch has no history": (
        """
        from torch.utils.data import DataLoader, TensorDataset

        for (batch,) in DataLoader(TensorDataset(x), batch_size=2):
            batch.sum().backward()
        """,
        ["DTL204"],
    ),
    "a batch that is made to require grad": (
        """
        from torch.utils.data import DataLoader, TensorDataset

        for (batch,) in DataLoader(TensorDataset(x), batch_size=2):
            batch.requires_grad_()
            batch.sum().backward()
            assert batch.grad is not None
        """,
        [],
    ),
    "a batch through a layer": (
        """
        from torch.utils.data import DataLoader, TensorDataset

        optimizer = torch.optim.SGD(layer.parameters(), lr=0.1)
        for batch, target in DataLoader(TensorDataset(x, x), batch_size=2):
            optimizer.zero_grad()
            F.mse_loss(layer(batch), target).backward()
            optimizer.step()
        """,
        [],
    ),
    "a batch of samples that require grad": (
        """
        from torch.utils.data import DataLoader, Dataset

        class Latents(Dataset):
            def __len__(self):
                return 3

            def __getitem__(self, index):
                return w[index]

        for batch in DataLoader(Latents(), batch_size=2):
            batch.sum().backward()
        assert w.grad is not None
        """,
        [],
    ),
}
OPTIMIZERS = {
    "a closure with its own graph": (
        """
        optimizer = torch.optim.LBFGS(layer.parameters(), max_iter=3)

        def closure():
            optimizer.zero_grad()
            loss = layer(x).pow(2).sum()
            loss.backward()
            return loss

        optimizer.step(closure)
        """,
        [],
    ),
    "a closure over a graph from outside, called again": (
        """
        optimizer = torch.optim.LBFGS(layer.parameters(), max_iter=3)
        loss = layer(x).pow(2).sum()

        def closure():
            optimizer.zero_grad()
            loss.backward()
            return loss

        optimizer.step(closure)
        """,
        ["DTL401"],
    ),
    "a closure over a graph from outside, called once": (
        """
        optimizer = torch.optim.SGD(layer.parameters(), lr=0.1)
        loss = layer(x).pow(2).sum()

        def closure():
            optimizer.zero_grad()
            loss.backward()
            return loss

        optimizer.step(closure)
        """,
        [],
    ),
    "a method as closure": (
        """
        class Fit:
            def __init__(self):
                self.optimizer = torch.optim.SGD(layer.parameters(), lr=0.1)
                self.loss = layer(x).pow(2).sum()

            def closure(self):
                self.optimizer.zero_grad()
                self.loss.backward()
                return self.loss

        fit = Fit()
        fit.optimizer.step(fit.closure)
        fit.optimizer.step(fit.closure)
        """,
        ["DTL401"],
    ),
    "a computed tensor in a further group": (
        """
        optimizer = torch.optim.SGD(layer.parameters(), lr=0.1)
        optimizer.add_param_group({"params": [w * 2]})
        """,
        ["DTL306"],
    ),
    "a further group is stepped and cleared": (
        """
        optimizer = torch.optim.SGD(layer.parameters(), lr=0.1)
        optimizer.add_param_group({"params": [w]})
        for _ in range(2):
            optimizer.zero_grad()
            layer(x @ w).sum().backward()
            optimizer.step()
        """,
        [],
    ),
    "a gradient is gone after zero_grad": (
        """
        optimizer = torch.optim.SGD(layer.parameters(), lr=0.1)
        layer(x).sum().backward()
        optimizer.zero_grad()
        assert layer.weight.grad is None
        layer(x).sum().backward()
        layer.zero_grad()
        assert layer.weight.grad is None
        """,
        [],
    ),
}
CASES = {
    **CHECKPOINTS,
    **TRANSFORMS,
    **AUTOCAST,
    **REPARAMETRIZED,
    **VECTORS,
    **SCALERS,
    **FILES,
    **LOADERS,
    **OPTIMIZERS,
}


def codes(script: str) -> list[str]:
    """What is reported of a script, each code once."""
    wanted = [item for item in rules().values() if item.level in (Level.ERROR, Level.WARNING)]
    return sorted({finding.code for finding in analyse(script, "train.py", wanted)})


def raises(script: str) -> bool:
    """Whether torch raises."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            exec(compile(script, "train.py", "exec"), {"__name__": "script"})
        except (RuntimeError, ValueError):
            return True
        except AssertionError as error:
            if not str(error):
                raise
            return True
    return False


@pytest.mark.parametrize("name", CASES)
def test_torch_and_the_linter_agree(name: str) -> None:
    torch.set_num_threads(1)
    script = START + textwrap.dedent(CASES[name][0])
    expected = CASES[name][1]
    assert raises(script) is bool(expected)
    assert codes(script) == expected
