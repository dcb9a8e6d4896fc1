// SPDX-License-Identifier: Apache-2.0
public import CoatcheckOAuth

extension TestServer {
  /// The live environment with this server's clock, for the client under test: its tokens expire
  /// when the server's do.
  public var environment: RuntimeEnvironment {
    var environment = RuntimeEnvironment.live
    environment.now = { [clock] in clock.now }
    return environment
  }
}
