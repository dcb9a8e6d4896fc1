// SPDX-License-Identifier: Apache-2.0
public import CoatcheckOAuth

extension TestServer {
  /// The live environment with this server's clock, for the client under test.
  public var environment: RuntimeEnvironment {
    var environment = RuntimeEnvironment.live
    environment.now = { [clock] in clock.now }
    return environment
  }
}
