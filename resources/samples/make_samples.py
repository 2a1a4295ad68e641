# SPDX-FileCopyrightText: 2026 Sidelight contributors
# SPDX-License-Identifier: Apache-2.0
"""Makes the bundled samples with PyTorch, and what the tests hold them against.

    python resources/samples/make_samples.py

writes NAME.pt2 beside this file and, under tests/fixtures/samples/, NAME.hint.pt2 (the same program exported from other example sizes) and
NAME.<n>.npz (inputs `in:NAME`, outputs `out:INDEX` as eager PyTorch computes them, at two sizes of each dynamic dimension).
"""
import math
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.export import Dim

HERE = Path(__file__).resolve().parent
FIXTURES = HERE.parent.parent / "tests" / "fixtures" / "samples"


class MLP(nn.Module):
    """The four-layer perceptron with sigmoid of the exporter's documentation."""

    def __init__(self):
        super().__init__()
        self.fc0 = nn.Linear(8, 8, bias=True)
        self.fc1 = nn.Linear(8, 4, bias=True)
        self.fc2 = nn.Linear(4, 2, bias=True)
        self.fc3 = nn.Linear(2, 2, bias=True)

    def forward(self, tensor_x):
        tensor_x = torch.sigmoid(self.fc0(tensor_x))
        tensor_x = torch.sigmoid(self.fc1(tensor_x))
        tensor_x = torch.sigmoid(self.fc2(tensor_x))
        return self.fc3(tensor_x)


class BasicBlock(nn.Module):
    def __init__(self, channels_in, channels, stride=1):
        super().__init__()
        self.conv1 = nn.Conv2d(channels_in, channels, 3, stride, 1, bias=False)
        self.bn1 = nn.BatchNorm2d(channels)
        self.relu = nn.ReLU(inplace=True)
        self.conv2 = nn.Conv2d(channels, channels, 3, 1, 1, bias=False)
        self.bn2 = nn.BatchNorm2d(channels)
        self.downsample = None
        if stride != 1 or channels_in != channels:
            self.downsample = nn.Sequential(nn.Conv2d(channels_in, channels, 1, stride, bias=False), nn.BatchNorm2d(channels))

    def forward(self, x):
        identity = x if self.downsample is None else self.downsample(x)
        out = self.relu(self.bn1(self.conv1(x)))
        out = self.bn2(self.conv2(out))
        out += identity
        return self.relu(out)


class ResNet18(nn.Module):
    """ResNet-18's shape at an eighth of its width."""

    def __init__(self, width=8, classes=10):
        super().__init__()
        self.conv1 = nn.Conv2d(3, width, 7, 2, 3, bias=False)
        self.bn1 = nn.BatchNorm2d(width)
        self.relu = nn.ReLU(inplace=True)
        self.maxpool = nn.MaxPool2d(3, 2, 1)
        self.layer1 = self.stage(width, width, 1)
        self.layer2 = self.stage(width, 2 * width, 2)
        self.layer3 = self.stage(2 * width, 4 * width, 2)
        self.layer4 = self.stage(4 * width, 8 * width, 2)
        self.avgpool = nn.AdaptiveAvgPool2d((1, 1))
        self.fc = nn.Linear(8 * width, classes)

    @staticmethod
    def stage(channels_in, channels, stride):
        return nn.Sequential(BasicBlock(channels_in, channels, stride), BasicBlock(channels, channels))

    def forward(self, x):
        x = self.maxpool(self.relu(self.bn1(self.conv1(x))))
        x = self.layer4(self.layer3(self.layer2(self.layer1(x))))
        return self.fc(torch.flatten(self.avgpool(x), 1))


class EncoderAttention(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.q = nn.Linear(width, width)
        self.k = nn.Linear(width, width)
        self.v = nn.Linear(width, width)
        self.proj = nn.Linear(width, width)

    def forward(self, x):
        batch, tokens, width = x.shape
        split = lambda t: t.view(batch, tokens, self.heads, width // self.heads).transpose(1, 2)
        q, k, v = split(self.q(x)), split(self.k(x)), split(self.v(x))
        scores = (q @ k.transpose(-2, -1)) / math.sqrt(width // self.heads)
        attended = scores.softmax(dim=-1) @ v
        return self.proj(attended.transpose(1, 2).reshape(batch, tokens, width))


class EncoderLayer(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.norm1 = nn.LayerNorm(width, eps=1e-6)
        self.attn = EncoderAttention(width, heads)
        self.norm2 = nn.LayerNorm(width, eps=1e-6)
        self.mlp = nn.Sequential(nn.Linear(width, 2 * width), nn.GELU(), nn.Linear(2 * width, width))

    def forward(self, x):
        x = x + self.attn(self.norm1(x))
        return x + self.mlp(self.norm2(x))


class ViTEncoder(nn.Module):
    """A vision transformer of twelve equal layers: patches, a class token, position embeddings, a head."""

    def __init__(self, image=32, patch=8, width=48, heads=4, depth=12, classes=10):
        super().__init__()
        self.patch = nn.Conv2d(3, width, patch, patch)
        tokens = (image // patch) ** 2 + 1
        self.cls = nn.Parameter(torch.zeros(1, 1, width))
        self.position = nn.Parameter(torch.randn(1, tokens, width) * 0.02)
        self.layers = nn.ModuleList(EncoderLayer(width, heads) for _ in range(depth))
        self.norm = nn.LayerNorm(width, eps=1e-6)
        self.head = nn.Linear(width, classes)

    def forward(self, image):
        x = self.patch(image).flatten(2).transpose(1, 2)
        x = torch.cat([self.cls.expand(x.shape[0], -1, -1), x], dim=1) + self.position
        for layer in self.layers:
            x = layer(x)
        return self.head(self.norm(x)[:, 0])


class CausalAttention(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.qkv = nn.Linear(width, 3 * width)
        self.proj = nn.Linear(width, width)

    def forward(self, x):
        batch, tokens, width = x.shape
        q, k, v = self.qkv(x).chunk(3, dim=-1)
        split = lambda t: t.view(batch, tokens, self.heads, width // self.heads).transpose(1, 2)
        attended = nn.functional.scaled_dot_product_attention(split(q), split(k), split(v), is_causal=True)
        return self.proj(attended.transpose(1, 2).reshape(batch, tokens, width))


class DecoderLayer(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.ln1 = nn.LayerNorm(width)
        self.attn = CausalAttention(width, heads)
        self.ln2 = nn.LayerNorm(width)
        self.up = nn.Linear(width, 4 * width)
        self.act = nn.GELU(approximate="tanh")
        self.down = nn.Linear(4 * width, width)

    def forward(self, x):
        x = x + self.attn(self.ln1(x))
        return x + self.down(self.act(self.up(self.ln2(x))))


class GPT(nn.Module):
    """A decoder with causal attention, tied embeddings, dynamic batch and sequence length."""

    def __init__(self, vocabulary=96, context=64, width=48, heads=4, depth=4):
        super().__init__()
        self.token = nn.Embedding(vocabulary, width)
        self.position = nn.Embedding(context, width)
        self.layers = nn.ModuleList(DecoderLayer(width, heads) for _ in range(depth))
        self.norm = nn.LayerNorm(width)
        self.head = nn.Linear(width, vocabulary, bias=False)
        self.head.weight = self.token.weight

    def forward(self, tokens):
        positions = torch.arange(tokens.shape[1], device=tokens.device)
        x = self.token(tokens) + self.position(positions)
        for layer in self.layers:
            x = layer(x)
        return self.head(self.norm(x))


def image(batch, size):
    return torch.randn(batch, 3, size, size)


BATCH = Dim("batch", min=1, max=4096)
TOKENS = Dim("tokens", min=1, max=64)
# name, module, maker of an input from its dynamic sizes, sizes of the two exports and of the checks, dynamic shapes
SAMPLES = [
    ("mlp", MLP, lambda batch: (torch.rand(batch, 8),), [(97,), (5,)], [(97,), (3,)], ({0: BATCH},)),
    ("resnet18", ResNet18, lambda batch: (image(batch, 64),), [(2,), (3,)], [(2,), (5,)], ({0: BATCH},)),
    ("vit", ViTEncoder, lambda batch: (image(batch, 32),), [(2,), (3,)], [(2,), (5,)], ({0: BATCH},)),
    ("gpt", GPT, lambda batch, tokens: (torch.randint(0, 96, (batch, tokens)),), [(2, 16), (3, 9)], [(2, 16), (3, 23)], ({0: BATCH, 1: TOKENS},)),
]


def settle(module):
    """Gives batch normalization statistics that are not the initial ones, so that using or dropping them shows."""
    for layer in module.modules():
        if isinstance(layer, nn.BatchNorm2d):
            layer.running_mean.normal_(0, 0.1)
            layer.running_var.uniform_(0.5, 1.5)
            layer.weight.data.uniform_(0.5, 1.5)
            layer.bias.data.normal_(0, 0.1)
    return module.eval()


def main():
    FIXTURES.mkdir(parents=True, exist_ok=True)
    for name, module_type, make, exports, checks, shapes in SAMPLES:
        torch.manual_seed(7)
        module = settle(module_type())
        for target, sizes in zip((HERE / f"{name}.pt2", FIXTURES / f"{name}.hint.pt2"), exports):
            torch.manual_seed(11)
            program = torch.export.export(module, make(*sizes), dynamic_shapes=shapes)
            torch.export.save(program, str(target))
            print(f"{target}: {target.stat().st_size} bytes, {len(program.graph.nodes)} nodes")
        names = [spec.arg.name for spec in program.graph_signature.input_specs if spec.kind.name == "USER_INPUT"]
        for number, sizes in enumerate(checks):
            torch.manual_seed(13 + number)
            inputs = make(*sizes)
            with torch.no_grad():
                outputs = module(*inputs)
            arrays = {f"in:{key}": value.numpy() for key, value in zip(names, inputs)}
            arrays["out:0"] = outputs.numpy()
            np.savez(FIXTURES / f"{name}.{number}.npz", **arrays)


if __name__ == "__main__":
    main()
