import torch
import torch.nn as nn
import torch.optim as optim

GAMMA = 0.99


def select(net, states, actions):
    return net(states).gather(1, actions)


def optimize_model(policy_net, optimizer, batch):
    state_batch, action_batch, reward_batch, next_states, mask = batch
    state_action_values = select(policy_net, state_batch, action_batch)
    next_state_values = policy_net(next_states).max(1).values
    expected = (next_state_values.detach() * mask * GAMMA) + reward_batch
    criterion = nn.SmoothL1Loss()
    loss = criterion(state_action_values, expected.unsqueeze(1))
    optimizer.zero_grad()
    loss.backward()
    torch.nn.utils.clip_grad_value_(policy_net.parameters(), 100)
    optimizer.step()
    return policy_net[0].weight.grad.clone()


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 3))
    optimizer = optim.AdamW(net.parameters(), lr=1e-3, amsgrad=True)
    for _ in range(2):
        batch = (torch.randn(6, 4), torch.randint(0, 3, (6, 1)), torch.randn(6), torch.randn(6, 4), torch.ones(6))
        last = optimize_model(net, optimizer, batch)
    return last


evidence = {"gradient": main()}
