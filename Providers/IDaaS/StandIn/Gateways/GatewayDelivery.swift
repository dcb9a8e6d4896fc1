// SPDX-License-Identifier: Apache-2.0

import CoatcheckTesting

/// A message that a gateway took.
public struct GatewayDelivery: Sendable, Equatable {
  /// The number or address, as the gateway was told.
  public let to: String
  /// What the message is made of: `code` and others of a named template, `1`, `2` of one with places in
  /// order, `text` where there is no template.
  public let values: [String: String]
  /// The template; nil when absent.
  public let template: String?
  /// The sender's own name for the message; nil where there is no place for it.
  public let reference: String?
}
