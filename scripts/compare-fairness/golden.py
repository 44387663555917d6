"""Writes what Fairlearn and AIF360 say about made-up tables, for the tests of the fairness auditor (see README.md)."""

import json
import math
import random
import sys
import warnings
from importlib.metadata import version

import numpy as np
import pandas as pd

warnings.simplefilter("ignore")
np.seterr(all="ignore")

from aif360.datasets import BinaryLabelDataset  # noqa: E402
from aif360.metrics import BinaryLabelDatasetMetric, ClassificationMetric  # noqa: E402
from fairlearn import metrics as fairlearn  # noqa: E402

ALPHAS = [-2, -1, -0.5, 0, 0.3, 0.5, 0.75, 1, 1.25, 2, 3]


def plain(number):
    """JSON has neither NaN nor infinity."""
    number = float(number)
    if math.isnan(number):
        return None
    if math.isinf(number):
        return "inf" if number > 0 else "-inf"
    return number


def ask_fairlearn(table):
    found = {}
    for method in ("between_groups", "to_overall"):
        common = {"sensitive_features": list(table["group"]), "method": method}
        labels = ([int(bit) for bit in table["y_true"]], [int(bit) for bit in table["y_pred"]])
        found[method] = {
            "demographic_parity_difference": plain(fairlearn.demographic_parity_difference(*labels, **common)),
            "demographic_parity_ratio": plain(fairlearn.demographic_parity_ratio(*labels, **common)),
        }
        for agg in ("worst_case", "mean"):
            found[method][f"equalized_odds_difference.{agg}"] = plain(
                fairlearn.equalized_odds_difference(*labels, **common, agg=agg)
            )
            found[method][f"equalized_odds_ratio.{agg}"] = plain(
                fairlearn.equalized_odds_ratio(*labels, **common, agg=agg)
            )
    return found


def to_dataset(table, labels):
    codes = {name: float(code) for code, name in enumerate(sorted(set(table["group"])))}
    frame = pd.DataFrame({"group": [codes[name] for name in table["group"]]})
    for place in range(len(table["features"][0]) if "features" in table else 0):
        frame[f"x{place}"] = [row[place] for row in table["features"]]
    frame["label"] = [float(bit) for bit in table[labels]]
    dataset = BinaryLabelDataset(
        df=frame, label_names=["label"], protected_attribute_names=["group"], favorable_label=1.0, unfavorable_label=0.0
    )
    return dataset, codes


def ask_aif360(table):
    truth, codes = to_dataset(table, "y_true")
    predicted, _ = to_dataset(table, "y_pred")
    sides = {
        "privileged_groups": [{"group": code} for name, code in codes.items() if name in table["privileged"]],
        "unprivileged_groups": [{"group": code} for name, code in codes.items() if name not in table["privileged"]],
    }
    metric = ClassificationMetric(truth, predicted, **sides)
    found = {
        name: plain(getattr(metric, name)())
        for name in (
            "disparate_impact",
            "statistical_parity_difference",
            "average_odds_difference",
            "average_abs_odds_difference",
            "equal_opportunity_difference",
            "error_rate_difference",
            "error_rate_ratio",
            "false_omission_rate_difference",
            "false_discovery_rate_difference",
            "theil_index",
            "coefficient_of_variation",
        )
    }
    found["predictive_parity_difference"] = plain(metric.difference(metric.positive_predictive_value))
    found["entropy"] = {str(alpha): plain(metric.generalized_entropy_index(alpha)) for alpha in ALPHAS}
    if "features" in table:
        # AIF360 looks at every column, the protected one too; the test is about the rows' features alone.
        predicted.features = predicted.features[:, 1:]
        similarity = BinaryLabelDatasetMetric(predicted)
        found["consistency"] = {
            str(k): plain(np.ravel(similarity.consistency(n_neighbors=k))[0]) for k in (2, 5) if k <= len(table["group"])
        }
    return found


def bits(randomness, size, share):
    return "".join("1" if randomness.random() < share else "0" for _ in range(size))


def made(name, seed, sizes, true_share, pred_share, privileged, noise=None, features=0):
    """A table of groups a, b, c ... with the given sizes and shares of positive labels."""
    randomness = random.Random(seed)
    rows = []
    for code, size in enumerate(sizes):
        truth = bits(randomness, size, true_share[code % len(true_share)])
        if noise is None:
            predicted = bits(randomness, size, pred_share[code % len(pred_share)])
        else:
            predicted = "".join(bit if randomness.random() >= noise else "01"[bit == "0"] for bit in truth)
        rows += [(chr(97 + code), truth[row], predicted[row]) for row in range(size)]
    randomness.shuffle(rows)
    table = {
        "name": name,
        "group": "".join(row[0] for row in rows),
        "y_true": "".join(row[1] for row in rows),
        "y_pred": "".join(row[2] for row in rows),
        "privileged": privileged,
    }
    if features:
        # Odd fractions, so that no two distances are the same.
        table["features"] = [[round(randomness.gauss(0, 1), 6) for _ in range(features)] for _ in rows]
    return table


def written(name, group, y_true, y_pred, privileged):
    return {"name": name, "group": group, "y_true": y_true, "y_pred": y_pred, "privileged": privileged}


TABLES = [
    written("textbook", "aaaaabbbbb", "1101011010", "1101010010", "a"),
    written("four fifths to the point", "a" * 10 + "b" * 10, "11111000001111100000", "11111000001111000000", "a"),
    written("8 of 30 against 10 of 30", "a" * 30 + "b" * 30, "10" * 30, "1" * 10 + "0" * 20 + "1" * 8 + "0" * 22, "a"),
    written("equal groups", "aaaabbbb", "10101010", "11001100", "a"),
    written("perfect predictions", "aaaabbbb", "10011100", "10011100", "b"),
    written("all predictions wrong", "aaaabbbb", "10011100", "01100011", "b"),
    written("nobody selected", "aaaabbbb", "10011100", "00000000", "a"),
    written("everybody selected", "aaaabbbb", "10011100", "11111111", "a"),
    written("nobody selected in one group", "aaaabbbb", "10011100", "10110000", "a"),
    written("nobody selected in the privileged group", "aaaabbbb", "10011100", "10110000", "b"),
    written("no positives in one group", "aaaabbbb", "00001010", "10011100", "a"),
    written("no negatives in one group", "aaaabbbb", "11111010", "10011100", "a"),
    written("only positives", "aaaabbbb", "11111111", "10011100", "a"),
    written("only negatives", "aaaabbbb", "00000000", "10011100", "a"),
    written("only false negatives", "aabb", "1111", "0000", "a"),
    written("only false positives", "aabb", "0000", "1111", "a"),
    written("one row a group", "ab", "10", "11", "a"),
    written("one row against many", "abbbbbbbbb", "1101010101", "1100110011", "a"),
    written("one group", "aaaaaaaa", "10100110", "11000101", "a"),
    made("two groups", 1, [40, 60], [0.5], [0.6, 0.4], "a"),
    made("two groups, privileged is the worse one", 2, [40, 60], [0.5], [0.3, 0.7], "a"),
    made("rare positives", 3, [120, 80], [0.05, 0.1], [0.05], "a", noise=0.1),
    made("rare negatives", 4, [120, 80], [0.95, 0.9], [0.9], "b", noise=0.1),
    made("good predictions", 5, [100, 100], [0.5, 0.3], [0.5], "a", noise=0.05),
    made("bad predictions", 6, [100, 100], [0.5, 0.3], [0.5], "a", noise=0.45),
    made("three groups", 7, [30, 50, 70], [0.4, 0.5, 0.6], [0.6, 0.5, 0.4], "a"),
    made("three groups, two privileged", 8, [30, 50, 70], [0.4, 0.5, 0.6], [0.6, 0.5, 0.4], "ac"),
    made("five groups", 9, [20, 30, 40, 50, 60], [0.3, 0.6], [0.2, 0.4, 0.6, 0.8], "e"),
    made("ten groups", 10, [13, 17, 19, 23, 29, 31, 37, 41, 43, 47], [0.2, 0.5, 0.8], [0.5], "d", noise=0.25),
    made("twenty groups of ten", 11, [10] * 20, [0.5], [0.5], "abcde", noise=0.3),
    made("very uneven sizes", 12, [300, 7], [0.5], [0.5], "a", noise=0.3),
    made("tiny groups", 13, [3, 4, 5], [0.5], [0.5], "a", noise=0.3),
    made("few false negatives", 14, [60, 60], [0.3], [0.8], "b"),
    made("a thousand rows", 15, [400, 350, 250], [0.45, 0.4, 0.5], [0.5], "a", noise=0.2),
    made("no false negatives", 16, [30, 30], [0.0, 0.0], [0.4], "a"),
    made("features of one dimension", 17, [20, 20], [0.5], [0.5], "a", noise=0.2, features=1),
    made("features of three dimensions", 18, [25, 35], [0.5], [0.6, 0.4], "a", features=3),
    made("features of eight dimensions", 19, [40, 40, 40], [0.5], [0.6, 0.4], "b", features=8),
    made("features of five rows", 20, [2, 3], [0.5], [0.5], "a", noise=0.3, features=2),
    made("features, everybody alike predicted", 21, [10, 10], [0.5], [1.0], "a", features=2),
]


def at_random(seed):
    """A table of any shape, now and then with groups that have no rows of one kind."""
    randomness = random.Random(seed)
    sizes = [randomness.choice([1, 2, 5, 20, 100]) for _ in range(randomness.randint(2, 8))]
    share = lambda: [randomness.choice([0, 0.02, randomness.random(), 1]) for _ in sizes]
    names = [chr(97 + code) for code in range(len(sizes))]
    privileged = "".join(randomness.sample(names, randomness.randint(1, len(names) - 1)))
    noise = randomness.choice([None, randomness.random()])
    return made(f"seed {seed}", seed, sizes, share(), share(), privileged, noise, randomness.choice([0, 0, 2]))


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 0
    asked = [at_random(seed) for seed in range(count)] or TABLES
    tables = [{**table, "fairlearn": ask_fairlearn(table), "aif360": ask_aif360(table)} for table in asked]
    peers = {name: version(name) for name in ("fairlearn", "aif360", "numpy", "pandas", "scikit-learn")}
    json.dump({"peers": peers, "python": sys.version.split()[0], "tables": tables}, sys.stdout, indent=1)
    print()


main()
