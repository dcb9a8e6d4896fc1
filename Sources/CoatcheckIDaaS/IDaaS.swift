// SPDX-License-Identifier: Apache-2.0

public import CoatcheckIDaaSProtocol
public import CoatcheckOAuth

/// A tenant of the identity service and our application there.
public struct IDaaS: Sendable {
  /// The tenant's origin: `https://tenant.example`.
  public let origin: Endpoint
  /// Who calls.
  public let caller: Caller

  /// A tenant.
  public init(origin: Endpoint, caller: Caller) {
    self.origin = origin
    self.caller = caller
  }
}
