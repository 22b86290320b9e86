import torch


def average_into(model, others):
    state = model.state_dict()
    for name in state:
        state[name] = sum(other.state_dict()[name] for other in others) / len(others)
    model.load_state_dict(state)


torch.manual_seed(0)
clients = [torch.nn.Linear(2, 2) for _ in range(3)]
server = torch.nn.Linear(2, 2)
average_into(server, clients)

mean = torch.stack([client.bias.detach() for client in clients]).mean(0)
evidence = {"server is the average": torch.allclose(server.bias.detach(), mean)}
