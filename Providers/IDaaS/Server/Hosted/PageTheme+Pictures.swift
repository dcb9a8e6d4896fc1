// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol

extension PageTheme {
  /// The hosts that the pictures are loaded from, each with its property. A picture inside the theme has
  /// no host.
  var pictureHosts: [(name: String, host: String)] {
    [
      ("navBackImage", navBackImage),
      ("clickToSendSMSBackgroundImage", clickToSendSMSBackgroundImage),
      ("countDownBtnBackgroundImage", countDownBtnBackgroundImage),
    ].compactMap { name, picture in picture?.host.map { (name, $0) } }
  }
}
