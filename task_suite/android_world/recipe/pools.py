"""Parts that the recipes of Broccoli's tasks are made from.

Titles contain no comma and texts no bar, so that every goal is unambiguous; no two titles, and no
two texts of another pool, are similar. If directions use one of `INGREDIENTS`, the title mentions
it, as the app's search covers titles, not directions.
"""

from __future__ import annotations

from typing import Final

__all__ = [
    "AMOUNTS",
    "DESCRIPTIONS",
    "INGREDIENTS",
    "RECIPES",
    "SERVINGS",
    "TIMES",
    "TIPS",
]

RECIPES: Final = (
    (
        "Apple Walnut Salad",
        "Slice the apple, toss it with walnuts and leaves, and dress with cider vinegar.",
    ),
    ("Avocado Bean Bowl", "Warm the beans with cumin, mash the avocado, and serve both over rice."),
    (
        "Avocado Egg Sandwich",
        "Crush avocado on toasted rye, top with a soft-boiled egg and chives.",
    ),
    (
        "Baked Apple Crumble",
        "Bake chunks of apple under oats, butter and brown sugar until golden.",
    ),
    (
        "Beetroot Burgers",
        "Grate the beetroot, bind it with oats and egg, shape patties and fry them slowly.",
    ),
    (
        "Black Bean Chili",
        "Simmer black beans with peppers, cumin and crushed tomatoes until thick.",
    ),
    (
        "Cauliflower Tacos",
        "Roast cauliflower with smoked paprika and fill warm tortillas with slaw.",
    ),
    (
        "Chickpea Shakshuka",
        "Stew chickpeas in spiced tomatoes, crack eggs into the sauce and cover until set.",
    ),
    (
        "Coconut Fish Curry",
        "Simmer coconut milk with curry paste, slide in the fish and poach it gently.",
    ),
    ("Coconut Rice Pudding", "Stir rice in coconut milk over a low flame, sweeten it and chill."),
    (
        "Creamy Mushroom Toast",
        "Fry the mushrooms hard, add cream and thyme, and heap them on sourdough.",
    ),
    (
        "Garlic Butter Shrimp",
        "Melt butter with garlic, toss the shrimp until pink and scatter parsley.",
    ),
    (
        "Garlic Mashed Potatoes",
        "Boil potatoes with whole cloves of garlic, then mash with warm milk.",
    ),
    (
        "Ginger Beef Noodles",
        "Sear the beef with ginger and soy sauce, then toss it with the noodles.",
    ),
    (
        "Ginger Carrot Soup",
        "Sweat carrots with ginger, add stock, simmer until soft and blend smooth.",
    ),
    ("Honey Mustard Turkey", "Whisk honey with mustard, brush the turkey and roast it until done."),
    (
        "Honey Roasted Parsnips",
        "Toss parsnips in oil and honey and roast them until the edges darken.",
    ),
    ("Leek Quiche", "Soften leeks in butter, fill the pastry, pour over the custard and bake."),
    (
        "Lemon Herb Chicken",
        "Rub the chicken with lemon and oregano and roast it on a bed of onions.",
    ),
    (
        "Lemon Poppy Pancakes",
        "Fold poppy seeds and lemon zest into the batter and fry small rounds.",
    ),
    (
        "Lentil Shepherd Pie",
        "Cook lentils with carrots and gravy, cover with mash and brown the top.",
    ),
    ("Miso Eggplant", "Score the eggplant, brush it with miso glaze and grill until it bubbles."),
    ("Mushroom Barley Stew", "Brown the mushrooms, add barley and stock, and simmer for an hour."),
    (
        "Pea and Mint Pasta",
        "Boil pasta with peas for the last minutes, toss with mint and ricotta.",
    ),
    ("Peanut Tofu Noodles", "Crisp the tofu, whisk peanut butter with lime, and coat the noodles."),
    ("Pork Goulash", "Brown the pork with onions, dust with paprika and braise until tender."),
    (
        "Pumpkin Gnocchi",
        "Mash roasted pumpkin with flour and sage, roll small pieces and boil them.",
    ),
    ("Pumpkin Oat Bread", "Stir pumpkin into the oats and flour, fill a tin and bake until firm."),
    ("Red Lentil Soup", "Simmer lentils with cumin and stock, then blend half of the pot."),
    ("Ricotta Hotcakes", "Fold whipped egg whites into ricotta batter and griddle both sides."),
    (
        "Salmon Potato Bake",
        "Layer salmon with sliced potatoes and dill cream, then bake until set.",
    ),
    (
        "Sausage Kale Skillet",
        "Brown the sausage, wilt the kale in its fat and finish with white beans.",
    ),
    (
        "Smoked Salmon Wraps",
        "Spread cream cheese on flatbread, lay on salmon and cucumber, and roll.",
    ),
    ("Spinach Dal", "Boil split peas with turmeric until creamy and stir in the spinach."),
    ("Spinach Feta Pie", "Squeeze the spinach dry, mix it with feta and bake between filo sheets."),
    (
        "Stuffed Bell Peppers",
        "Fill the peppers with rice, herbs and corn, and bake them under cheese.",
    ),
    (
        "Tuna Pasta Salad",
        "Cool the pasta, flake in tuna, and fold everything with capers and yogurt.",
    ),
    ("Turnip Gratin", "Slice turnips thinly, soak them in cream and bake under breadcrumbs."),
    ("Zucchini Fritters", "Salt the zucchini, wring it out, bind it with egg and fry spoonfuls."),
)
"""Titles and directions."""

INGREDIENTS: Final = (
    "apple", "avocado", "coconut", "garlic", "ginger", "honey", "lemon", "lentil", "mushroom",
    "pumpkin", "salmon", "spinach",
)  # fmt: skip
"""Ingredients that a task may ask for: each is used in the directions of two recipes."""

DESCRIPTIONS: Final = (
    "A weeknight favourite that needs one pan only.",
    "Light and fresh, best eaten outdoors in summer.",
    "Warming comfort food for a rainy evening.",
)

SERVINGS: Final = ("1 serving", "2 servings", "3-4 servings", "6 servings", "8 servings")
TIMES: Final = (
    "10 mins", "20 mins", "30 mins", "45 mins", "1 hrs", "2 hrs", "3 hrs", "4 hrs",
)  # fmt: skip

TIPS: Final = (
    "Taste and season once more before it goes to the table.",
    "Whatever is left over keeps in the fridge until tomorrow.",
    "Swap any vegetable for what the market happens to offer.",
)
"""Sentences that directions end with."""

AMOUNTS: Final = (
    "as the directions say",
    "what the pantry has, plus salt",
    "a handful of everything named below",
    "to taste, nothing needs weighing",
    "enough for the number of guests",
    "half a shopping bag, roughly",
    "the usual, and something green",
    "seasonal produce from the market",
    "fresh where possible, else frozen",
    "quantities are up to the cook",
    "double it for a hungry crowd",
    "grandmother never wrote them down",
    "use the kitchen scales if unsure",
    "one of each, and a bit more",
    "see the note on the fridge door",
)
"""Ingredients."""
