"""Broccoli's manifest."""

from android_gym.simulator.system.packages import (
    ACTION_VIEW,
    CATEGORY_DEFAULT,
    LAUNCHER_FILTER,
    ActivityInfo,
    IntentFilter,
    Manifest,
)

MANIFEST = Manifest(
    package="com.flauschcode.broccoli",
    label="Broccoli",
    version_name="1.2.6",
    version_code=1020600,
    target_sdk=33,
    min_sdk=26,
    icon=("#DDF0DE", "tree", "#2E7D32"),
    activities=(
        ActivityInfo(".MainActivity", "screens.main:MainActivity", (LAUNCHER_FILTER,)),
        ActivityInfo(
            ".recipe.details.RecipeDetailsActivity",
            "screens.details:RecipeDetailsActivity",
            launch_mode="singleTop",
            exported=False,
        ),
        ActivityInfo(
            ".recipe.crud.CreateAndEditRecipeActivity",
            "screens.editor:CreateAndEditRecipeActivity",
            (
                IntentFilter(
                    ("android.intent.action.SEND",), (CATEGORY_DEFAULT,), types=("text/plain",)
                ),
                IntentFilter(
                    (ACTION_VIEW,),
                    (CATEGORY_DEFAULT, "android.intent.category.BROWSABLE"),
                    ("content",),
                    types=("application/octet-stream", "application/broccoli"),
                ),
            ),
            label="New Recipe",
        ),
        ActivityInfo(
            ".recipe.cooking.CookingAssistantActivity",
            "screens.cooking:CookingAssistantActivity",
            exported=False,
            label="Cooking assistant",
        ),
        ActivityInfo(
            "com.mikepenz.aboutlibraries.ui.LibsActivity",
            "screens.licenses:LibsActivity",
            exported=False,
        ),
    ),
    permissions=("android.permission.INTERNET",),
    granted=("android.permission.INTERNET",),
    install="storage:install",
)
