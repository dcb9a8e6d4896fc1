// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol

extension PageTheme {
  /// The hosts that its pictures are loaded from, each with the property that names it. A picture within the theme has none.
  var pictureHosts: [(name: String, host: String)] {
    [
      ("navBackImage", navBackImage),
      ("clickToSendSMSBackgroundImage", clickToSendSMSBackgroundImage),
      ("countDownBtnBackgroundImage", countDownBtnBackgroundImage),
    ].compactMap { name, picture in picture?.host.map { (name, $0) } }
  }
}
