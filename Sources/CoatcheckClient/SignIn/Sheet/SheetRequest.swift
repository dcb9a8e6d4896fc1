// SPDX-License-Identifier: Apache-2.0

import CoatcheckFoundation

/// A page that a sheet shows, and the callback that closes it.
struct SheetRequest: Sendable {
  let url: URL
  let callback: SheetCallback
}
