// SPDX-License-Identifier: Apache-2.0

extension IDaaSRoute {
  /// The way to a social network and back.
  static let upstreamRoutes: [IDaaSRoute] = []
}
