// SPDX-License-Identifier: Apache-2.0

extension IDaaSRoute {
  /// The slider and what may take its place.
  static let captchaRoutes: [IDaaSRoute] = []
}
