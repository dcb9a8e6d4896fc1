// SPDX-License-Identifier: Apache-2.0

extension IDaaSRoute {
  /// The pages.
  static let hostedRoutes: [IDaaSRoute] = []
}
