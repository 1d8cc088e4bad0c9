"""Templates of new files."""

from __future__ import annotations

import datetime as dt
from typing import Final

_TEXTS: Final[dict[str, str]] = {
    "Empty file": "",
    "markor-markdown-reference.md": """\
# Markdown Reference
Markdown is plain text with a few signs for headings, lists and emphasis.

## H2 Header
### H3 header
#### H4 Header
##### H5 Header
###### H6 Header

<!-- --------------- -->

## Format Text

*Italic emphasis* , _Alternative italic emphasis_

**Bold emphasis** , __Alternative bold emphasis__

~~Strikethrough~~

Break line (two spaces at end of line)  

> Block quote

`Inline code`

```
Code blocks
are
awesome
```

## Lists
### Ordered & unordered

* Unordered list
* ...with asterisk/star
* Test

- Another unordered list
- ...with hyphen/minus
- Test

1. Ordered list
2. Test

- [ ] Todo list
- [x] Done

## Links
[Link](https://example.com)

## Tables

|id |name |info|
|---|-----|----|
|1  |Hello|World|
""",
    "todo.example.txt": """\
(A) Call Mom @mobile +family
(A) Schedule annual checkup +health
(B) Outline chapter 5 @computer +novel
(C) Add cover sheets @work +myproject
Plan backyard herb garden @home
Pick up milk @store
x Submit TPS report @work
""",
    "2029-01-01-jekyll-post.md": """\
---
layout: post
tags: []
categories: []
#date: {date} 13:14:15
#excerpt: ''
#image: 'BASEURL/assets/blog/img/.png'
#description:
#permalink:
title: 'title'
---
""",
    "cooking-recipe.md": """\
# TITLE

| Info          | Value |
|---------------|-------|
| Servings      | 4     |
| Preparation   | 30 min |

## Ingredients

- 

## Directions

1. 
""",
    "presentation-beamer.md": """\
---
class: beamer
---

-----------------
# Cool presentation

## Abed Nadir

{date}

-----------------

## Slide title

1. All slides start with a line of dashes
2. Above line
""",
    "zim-wiki-reference.txt": """\
Content-Type: text/x-zim-wiki
Wiki-Format: zim 0.6
Creation-Date: {date}T00:00:00+00:00

====== Zim Wiki ======
**bold** //italic// __marked__ ~~strike~~
* bullet
[ ] open
[*] done
""",
    "zim-wiki-empty.txt": """\
Content-Type: text/x-zim-wiki
Wiki-Format: zim 0.6
Creation-Date: {date}T00:00:00+00:00

====== Title ======
""",
    "hugo-post-front-matter.md": """\
---
title: 'Title'
date: {date}T00:00:00+00:00
draft: true
---
""",
    "202901012359-zettelkasten.md": """\
---
tags: []
date: {date}
---

# Title
""",
    "2029-01-01-jekyll-post.adoc": """\
= Title
:page-layout: post
:page-tags: []
""",
    "sample.csv": """\
# this is a comment in csv file

Date,Item,Amount
2029-01-01,Example,1.00
""",
}

TEMPLATES: Final[tuple[str, ...]] = tuple(_TEXTS)


def template_text(name: str, now: dt.datetime) -> str:
    """Return the text of a template, with today's date."""
    return _TEXTS[name].replace("{date}", f"{now:%Y-%m-%d}")
