#!/usr/bin/env python3
"""The training step of core/train/train_step.cpp in plain PyTorch: what `visagist-cli bench train` is held against.

    train_peer.py FOLDER [--compile]

FOLDER holds what the bench wrote: plan.json, weights.safetensors, batches.safetensors. Commands come in on standard
input, one a line, and each is answered with one line of JSON:

    warm               one step of each stage, then everything as it was at the start
    run FIRST END      the steps FIRST … END-1 → {"seconds": …, "losses": [{name: value}, …]}
    quit
"""

import argparse
import json
import math
import os
import sys
import time

import torch
import torch.nn.functional as F
from safetensors.torch import load_file
from torch import nn

SQRT_HALF = math.sqrt(0.5)
R1_EVERY = 16
STAGES = ("shape", "mix", "detail")


def channels_at(width, size):
    return min(max(width // size, 8), 512)


def level_group(size):
    return 0 if size <= 16 else 1 if size <= 64 else 2


def conv(n_in, n_out, kernel, stride=1):
    return nn.Conv2d(n_in, n_out, kernel, stride, kernel // 2)


def unit(x):
    return x * torch.rsqrt(x.square().mean(1, keepdim=True) + 1e-8)


class ResidualBlock(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.first, self.second = conv(channels, channels, 3), conv(channels, channels, 3)

    def forward(self, x):
        inner = self.first(F.leaky_relu(x, 0.2))
        return (x + self.second(F.leaky_relu(inner, 0.2))) * SQRT_HALF


class Encoder(nn.Module):
    def __init__(self, options):
        super().__init__()
        self.layers = nn.ModuleList()
        n_in, channels, size = 3, options["encoder_channels"], int(options["resolution"])
        while size > 8:
            self.layers.append(conv(n_in, channels, 5, 2))
            n_in, channels = channels, min(2 * channels, 512)
            if len(self.layers) == 1 or size == 16:
                self.layers.append(ResidualBlock(n_in))
            size //= 2
        self.code = nn.Linear(n_in * 64, options["code_size"])

    def forward(self, x):
        for layer in self.layers:
            x = F.leaky_relu(layer(x), 0.1) if isinstance(layer, nn.Conv2d) else layer(x)
        return unit(self.code(unit(x.flatten(1).float())).float())


class AdaIn(nn.Module):
    def __init__(self, style_size, channels):
        super().__init__()
        self.channels = channels
        self.affine = nn.Linear(style_size, 2 * channels)

    def forward(self, x, style):
        scale, shift = self.affine(style)[:, :, None, None].chunk(2, 1)
        n = F.group_norm(x, self.channels)
        return torch.addcmul(shift.to(n.dtype), n, (scale + 1).to(n.dtype))


class Level(nn.Module):
    """One size of the decoder."""

    def __init__(self, options, size, n_in, people):
        super().__init__()
        n_out = channels_at(options["decoder_width"], size)
        self.size, self.n_out = size, n_out
        self.first, self.second, self.skip = conv(n_in, n_out, 3), conv(n_out, n_out, 3), conv(n_in, n_out, 1)
        self.first_style, self.second_style = AdaIn(options["style_size"], n_out), AdaIn(options["style_size"], n_out)
        self.to_rgb = conv(n_out, 3, 1)
        self.styles = nn.Parameter(torch.zeros(people, options["style_size"]))

    def forward(self, h, rgb, weights):
        style = weights[:, level_group(self.size)] @ self.styles
        skip = self.skip(h)
        if self.size > 8:
            h, skip = F.interpolate(h, scale_factor=2), F.interpolate(skip, scale_factor=2)
        h = F.leaky_relu(self.first_style(self.first(h), style), 0.2)
        h = F.leaky_relu(self.second_style(self.second(h), style), 0.2)
        h = (h + skip) * SQRT_HALF
        here = self.to_rgb(h)
        if rgb is not None:
            here = F.interpolate(rgb, scale_factor=2, mode="bilinear", align_corners=False) + here
        return h, here


class Decoder(nn.Module):
    def __init__(self, options, people):
        super().__init__()
        self.channels = options["inter_channels"]
        size = 64 * self.channels
        self.inter_weight = nn.Parameter(torch.zeros(options["code_size"], size))
        self.inter_bias = nn.Parameter(torch.zeros(size))
        self.inter_gain = nn.Parameter(torch.zeros(people, self.channels))
        self.inter_constant = nn.Parameter(torch.zeros(people, size))
        levels, n_in, at = [], self.channels, 8
        while at <= int(options["resolution"]):
            levels.append(Level(options, at, n_in, people))
            n_in, at = levels[-1].n_out, at * 2
        self.levels = nn.ModuleList(levels)
        self.to_mask = conv(n_in, 1, 1)

    def forward(self, code, weights):
        shape = weights[:, 0]
        start = torch.addmm(self.inter_bias, code, self.inter_weight).view(-1, self.channels, 8, 8)
        start = start * (shape @ self.inter_gain).view(-1, self.channels, 1, 1)
        h = (start + (shape @ self.inter_constant).view(start.shape)).contiguous(memory_format=torch.channels_last)
        rgb = None
        for level in self.levels:
            h, rgb = level(h, rgb, weights)
        return torch.tanh(rgb.float()), self.to_mask(h).float()


class Generator(nn.Module):
    def __init__(self, options, people):
        super().__init__()
        self.encoder, self.decoder = Encoder(options), Decoder(options, people)


class Classifier(nn.Module):
    def __init__(self, options, people):
        super().__init__()
        self.hidden, self.logits = nn.Linear(options["code_size"], 64), nn.Linear(64, people)

    def forward(self, code):
        return self.logits(F.leaky_relu(self.hidden(code), 0.2))


class Discriminator(nn.Module):
    def __init__(self, options, people):
        super().__init__()
        width, size = options["discriminator_width"], int(options["resolution"])
        n_in = channels_at(width, size)
        self.from_rgb = conv(3, n_in, 1)
        self.first, self.second, self.skip = nn.ModuleList(), nn.ModuleList(), nn.ModuleList()
        while size > 8:
            size //= 2
            n_out = channels_at(width, size)
            self.first.append(conv(n_in, n_in, 3))
            self.second.append(conv(n_in, n_out, 3))
            self.skip.append(conv(n_in, n_out, 1))
            n_in = n_out
        self.last = conv(n_in + 1, n_in, 3)
        self.features, self.real = nn.Linear(n_in * 64, 256), nn.Linear(256, 1)
        self.people_vectors = nn.Parameter(torch.zeros(people, 256))

    @staticmethod
    def with_batch_deviation(x):
        batch = len(x)
        group = 4 if batch % 4 == 0 else 2 if batch % 2 == 0 else 1
        grouped = x.reshape(group, batch // group, *x.shape[1:]).float()
        deviation = (grouped.var(0, unbiased=False) + 1e-8).sqrt().mean((1, 2, 3), keepdim=True)
        return torch.cat([x, deviation.repeat(group, 1, *x.shape[2:]).to(x.dtype)], 1)

    def forward(self, face, person=None):
        x, layers = F.leaky_relu(self.from_rgb(face), 0.2), []
        for first, second, skip in zip(self.first, self.second, self.skip):
            beside = skip(F.avg_pool2d(x, 2))
            x = F.leaky_relu(first(x), 0.2)
            x = F.leaky_relu(second(x), 0.2)
            x = (F.avg_pool2d(x, 2) + beside) * SQRT_HALF
            layers.append(x)
        x = F.leaky_relu(self.last(self.with_batch_deviation(x)), 0.2)
        features = F.leaky_relu(self.features(x.flatten(1)), 0.2).float()
        face_logit = self.real(features).squeeze(1).float()
        if person is None:
            return face_logit, None, layers
        return face_logit, face_logit + (self.people_vectors[person] * features).sum(1), layers


def blurred(x, size, sigma):
    at = torch.arange(size, dtype=x.dtype) - (size - 1) / 2
    g = torch.exp(-at.square() / (2 * sigma * sigma))
    g = g / g.sum()
    channels, half = x.shape[1], size // 2
    x = F.pad(x, (half, half, half, half), mode="reflect")
    x = F.conv2d(x, g.view(1, 1, 1, size).expand(channels, 1, 1, size), groups=channels)
    return F.conv2d(x, g.view(1, 1, size, 1).expand(channels, 1, size, 1), groups=channels)


def ssim(a, b, size, sigma):
    c1, c2 = 0.01**2, 0.03**2
    ma, mb, maa, mbb, mab = blurred(torch.cat([a, b, a * a, b * b, a * b], 1), size, sigma).chunk(5, 1)
    ab, aa, bb = ma * mb, ma.square(), mb.square()
    return ((2 * ab + c1) * (2 * (mab - ab) + c2)) / ((aa + bb + c1) * (maa - aa + mbb - bb + c2))


def dissimilarity(a, b, weight):
    def at_window(width):
        size = max(3, int(width) | 1)
        values = (1 - ssim(a, b, size, size / 6 + 0.5)) / 2
        return (values * weight).sum() / (weight.sum() * values.shape[1] + 1e-6)

    resolution = a.shape[3]
    if resolution < 256:
        return at_window(resolution / 11.6)
    return (at_window(resolution / 11.6) + at_window(resolution / 23.2)) / 2


class Peer:
    def __init__(self, folder, compiled):
        with open(os.path.join(folder, "plan.json"), encoding="utf-8") as file:
            self.plan = json.load(file)
        torch.set_num_threads(self.plan["threads"])
        self.options, self.people = self.plan["options"], self.plan["people"]
        self.weights = load_file(os.path.join(folder, "weights.safetensors"))
        self.data = load_file(os.path.join(folder, "batches.safetensors"))
        self.bf16 = self.plan["precision"] == "bf16"
        self.eyes_mouth = self.data["eyes_mouth"]
        self.generator = Generator(self.options, self.people)
        self.ema = Generator(self.options, self.people).requires_grad_(False)
        self.discriminator = Discriminator(self.options, self.people)
        self.classifier = Classifier(self.options, self.people)
        for module in (self.generator, self.ema, self.discriminator):
            module.to(memory_format=torch.channels_last)
        self.encode, self.decode, self.judge = self.generator.encoder, self.generator.decoder, self.discriminator
        if compiled:
            self.encode, self.decode, self.judge = (torch.compile(m) for m in (self.encode, self.decode, self.judge))
        self.reset()

    def reset(self):
        self.load(self.generator, "generator")
        self.load(self.ema, "generator")
        self.load(self.discriminator, "discriminator")
        self.load(self.classifier, "classifier")

        def adam(module):
            betas = (self.options["beta1"], self.options["beta2"])
            return torch.optim.Adam(module.parameters(), lr=1.0, betas=betas, eps=1e-8, fused=True)

        self.optimisers = [adam(m) for m in (self.generator, self.discriminator, self.classifier)]

    def load(self, module, part):
        """Weights by their names in a checkpoint, where the decoder's levels are not modules of their own."""
        renamed = {}
        for name, value in module.named_parameters():
            words = name.split(".")
            if words[:2] == ["decoder", "levels"]:
                level = module.decoder.levels[int(words[2])]
                words = ["decoder", words[3] + str(level.size), *words[4:]]
            renamed[".".join(words)] = value
        with torch.no_grad():
            for name, value in renamed.items():
                value.copy_(self.weights[f"{part}/{name}"])

    def one_hot(self, person):
        return F.one_hot(person, self.people).float().unsqueeze(1).expand(-1, 3, -1)

    def reconstruction(self, face, mask_logits, target, mask, stage):
        o = self.options
        y, x = (face + 1) / 2, (target + 1) / 2
        weight = o["loss_background"] + (1 - o["loss_background"]) * F.avg_pool2d(mask, 5, 1, 2)
        difference, pixels = y - x, x.numel()
        loss = o["loss_structure"] * dissimilarity(y, x, weight)
        loss = loss + o["loss_squared"] * (difference.square() * weight).sum() / pixels
        if o["loss_absolute"] > 0:
            loss = loss + o["loss_absolute"] * (difference.abs() * weight).sum() / pixels
        eyes = o["loss_eyes_mouth_detail"] if stage == "detail" else o["loss_eyes_mouth"]
        if eyes > 0:
            loss = loss + eyes * (difference.abs() * (self.eyes_mouth * mask)).sum() / pixels
        return loss + o["loss_mask"] * F.mse_loss(torch.sigmoid(mask_logits), mask)

    def balance(self, fused, own_faces, code, person, mixture):
        own = person.unsqueeze(1)
        shares = mixture.mean(1)
        other_share, other = shares.scatter(1, own, 0).max(1)
        with torch.no_grad():
            other_faces = self.decode(code.detach(), self.one_hot(other))[0]
        own_share = shares.gather(1, own).squeeze(1)

        gamma = 2.2
        a, b = own_share.view(-1, 1, 1, 1), other_share.view(-1, 1, 1, 1)

        def light(faces):
            return ((faces.float() + 1) / 2 + 1e-3).pow(gamma)

        made, wanted = light(fused), a * light(own_faces.detach()) + b * light(other_faces)
        each = 0
        for cells in (8, 16, 32):
            colours = [F.adaptive_avg_pool2d(lights, cells).pow(1 / gamma) for lights in (made, wanted)]
            each = each + (colours[0] - colours[1]).square().mean((1, 2, 3))
        counts = (own_share + other_share > 0.999).float()
        return (each * counts).sum() / counts.sum().clamp_min(1)

    def step(self, row):
        o, stage, ramp = self.options, row["stage"], row["adversarial"]
        batch = {key: self.data[f"{key}/{row['batch']}"] for key in ("input", "target", "mask", "person")}
        face_in, target = (batch[key].permute(0, 3, 1, 2) for key in ("input", "target"))
        mask, person = batch["mask"], batch["person"]
        count, losses = len(person), {}
        adversarial = stage == "detail" and ramp > 0
        judged = o["loss_cycle"] > 0 or o["loss_balance"] > 0 or (adversarial and o["loss_adversarial_mixture"] > 0)
        chosen = torch.tensor(row["chosen"], dtype=torch.int64) if stage != "shape" and judged else None
        mixture = self.data[f"mixture/{row['batch']}"][chosen] if chosen is not None else None
        fusions = len(chosen) if chosen is not None else 0
        mixed = cycle_code = balance = None
        with torch.autocast("cpu", torch.bfloat16, enabled=self.bf16):
            code = self.encode(face_in)
            own_weights = self.one_hot(person)
            if fusions:
                faces, masks = self.decode(torch.cat([code, code[chosen]]), torch.cat([own_weights, mixture]))
                own, mixed, own_mask = faces[:count], faces[count:], masks[:count]
                if o["loss_cycle"] > 0:
                    cycle_code = self.encode(mixed)
                if o["loss_balance"] > 0:
                    balance = self.balance(mixed, own[chosen], code[chosen], person[chosen], mixture)
            else:
                own, own_mask = self.decode(code, own_weights)
            if adversarial:
                self.discriminator.requires_grad_(False)
                _, made, made_features = self.judge(own, person)
                made_mixed = self.judge(mixed)[0] if fusions else None
                with torch.no_grad():
                    _, _, real_features = self.judge(target, person)
                self.discriminator.requires_grad_(True)
        loss = self.reconstruction(own, own_mask, target, mask, stage)
        losses["reconstruction"] = loss.detach()
        confusion = o["loss_confusion"] > 0 and self.people > 1
        if confusion:
            self.classifier.requires_grad_(False)
            loss = loss - o["loss_confusion"] * F.log_softmax(self.classifier(code).float(), 1).mean()
            self.classifier.requires_grad_(True)
        if cycle_code is not None:
            loss = loss + o["loss_cycle"] * F.mse_loss(cycle_code, code[chosen].detach())
        if balance is not None:
            loss = loss + o["loss_balance"] * balance
        if adversarial:
            match = sum(F.l1_loss(m.float(), r.float()) for m, r in zip(made_features, real_features))
            match = match / len(real_features)
            loss = loss + ramp * (o["loss_feature_match"] * match + o["loss_adversarial"] * F.softplus(-made).mean())
            if fusions:
                loss = loss + ramp * o["loss_adversarial_mixture"] * F.softplus(-made_mixed).mean()
        losses["generator"] = loss.detach()
        loss.backward()
        if confusion:
            F.cross_entropy(self.classifier(code.detach()), person).backward()
        if adversarial:
            losses["discriminator"] = self.discriminator_turn(
                target, person, own.detach(), mixed.detach() if fusions else None, row["step"]
            )
        self.move(row)
        return losses

    def discriminator_turn(self, target, person, own, mixed, step):
        with torch.autocast("cpu", torch.bfloat16, enabled=self.bf16):
            real_face, real, _ = self.judge(target, person)
            _, fake, _ = self.judge(own, person)
            loss = F.softplus(-real).mean() + F.softplus(fake).mean()
            if mixed is not None:
                fake_mixed = self.judge(mixed)[0]
                loss = loss + 0.5 * (F.softplus(-real_face).mean() + F.softplus(fake_mixed).mean())
        loss.backward()
        if step % R1_EVERY == 0 and self.options["r1_gamma"] > 0:
            faces = target.detach().clone().requires_grad_(True)
            # Not the compiled one: torch.compile has no second gradient.
            logits = self.discriminator(faces, person)[1]
            (gradient,) = torch.autograd.grad(logits.sum(), faces, create_graph=True)
            penalty = gradient.square().sum((1, 2, 3)).mean() / 2
            gamma = self.options["r1_gamma"] * faces.shape[3] ** 2 / len(faces)
            (penalty * gamma * R1_EVERY).backward()
        return loss.detach()

    def move(self, row):
        for optimiser in self.optimisers:
            for group in optimiser.param_groups:
                group["lr"] = row["learning_rate"]
            optimiser.step()
            optimiser.zero_grad(set_to_none=True)
        half_life = self.options["ema_half_life"]
        steady = 2 ** (-self.options["batch_size"] / half_life) if half_life > 0 else 0
        early = (row["step"] + 1) / (row["step"] + 10)
        with torch.no_grad():
            torch._foreach_lerp_(
                list(self.ema.parameters()), list(self.generator.parameters()), 1 - min(steady, early)
            )

    def run(self, first, end):
        noted, began = [], time.perf_counter()
        for row in self.plan["steps"][first:end]:
            noted.append(self.step(row))
        seconds = time.perf_counter() - began
        return {"seconds": seconds, "losses": [{k: v.item() for k, v in losses.items()} for losses in noted]}

    def warm(self):
        for stage in STAGES:
            row = next((r for r in self.plan["steps"] if r["stage"] == stage), None)
            if row is not None:
                self.step(row)
        self.reset()
        return {"version": torch.__version__}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("--compile", action="store_true", help="with torch.compile")
    arguments = parser.parse_args()
    peer = Peer(arguments.folder, arguments.compile)
    for line in sys.stdin:
        words = line.split()
        if words[:1] == ["warm"]:
            answer = peer.warm()
        elif words[:1] == ["run"]:
            answer = peer.run(int(words[1]), int(words[2]))
        else:
            break
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
