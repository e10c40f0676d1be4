# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

from ._entry import Entry

class Nearest(Entry):
    @property
    def lo(self) -> float | None: ...
    @property
    def hi(self) -> float | None: ...
