from torch import inference_mode, manual_seed, nn, randn

manual_seed(0)
tower = nn.Linear(3, 2)
with inference_mode():
    vectors = tower(randn(4, 3))
print(vectors.shape)
