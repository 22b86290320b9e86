import warnings

import torch
import torch.utils.checkpoint

torch.manual_seed(0)
linear = torch.nn.Linear(3, 3)
options = {"preserve_rng_state": False, "use_reentrant": True}
x = torch.randn(2, 3, requires_grad=True)

with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    y = torch.utils.checkpoint.checkpoint(linear, x, **options)
    y.sum().backward()

evidence = {"torch warns": any("use_reentrant" in str(warning.message) for warning in caught)}
