// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient

extension OCLCConfiguration {
  /// The redirect policy of the client: always ``redirectURL``.
  public var redirect: RedirectPolicy { .fixed(redirectURL) }
}
