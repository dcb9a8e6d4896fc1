// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth
import CoatcheckServer

extension SettingKind where Value == [AddressRange] {
  /// Ranges of addresses.
  static var ranges: Self {
    SettingKind(
      words: "list of addresses and ranges, as `10.0.0.0/8`",
      read: { reader, name in
        guard let texts = try reader.strings(name) else { return nil }
        var ranges: [AddressRange] = []
        for text in texts {
          do throws(OAuthError) {
            ranges.append(try AddressRange(text))
          } catch {
            throw reader.error(name, error.reason)
          }
        }
        return ranges
      },
      show: { .array($0.map { .string($0.description) }) }, parse: SettingText.list)
  }
}

extension SettingKind where Value == ListeningPlace {
  /// An address and a port.
  static var place: Self {
    SettingKind(
      words: "address and port, as `127.0.0.1:9464` or `[::1]:9464`",
      read: { reader, name in
        guard let text = try reader.optionalString(name) else { return nil }
        guard let place = ListeningPlace(text) else {
          throw reader.error(
            name, "must be an address and a port, such as 127.0.0.1:9464 or [::1]:9464")
        }
        return place
      },
      show: { .string($0.description) })
  }
}
