// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient

extension OCLCConfiguration {
  /// Where the response arrives.
  public var redirect: RedirectPolicy { .fixed(redirectURL) }
}
