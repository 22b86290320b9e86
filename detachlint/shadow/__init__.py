"""A shadow of PyTorch's autograd engine, run over abstract values. It knows no syntax and no rule."""
