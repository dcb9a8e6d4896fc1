// SPDX-License-Identifier: Apache-2.0

extension IDaaSRoute {
  /// Sessions, ID tokens and their keys.
  static let sessionRoutes: [IDaaSRoute] = []
}
