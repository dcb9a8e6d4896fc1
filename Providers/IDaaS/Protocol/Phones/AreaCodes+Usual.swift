// SPDX-License-Identifier: Apache-2.0

extension AreaCodes {
  /// The five countries of the vendor's documentation, for tenants without their own list.
  public static let usual = AreaCodes(
    definitions: [
      AreaCode(
        areaCode: "86", countryCode: "CN",
        names: ["zh-CN": "中国大陆", "zh-TW": "中國大陸", "en": "China"],
        mobilePattern: #"^(\+86){0,1}\-?1\d{10}$"#, example: "13800000000"),
      AreaCode(
        areaCode: "852", countryCode: "HK",
        names: ["zh-CN": "中国香港", "zh-TW": "中國香港", "en": "Hong Kong"],
        mobilePattern: #"^(\+852){1}\-?0{0,1}[1,4,5,6,7,8,9](?:\d{7}|\d{8}|\d{12})$"#,
        example: "51234567"),
      AreaCode(
        areaCode: "886", countryCode: "TW",
        names: ["zh-CN": "中国台湾", "zh-TW": "中國臺灣", "en": "Taiwan"],
        mobilePattern: #"^(\+886){1}\-?[6,7,9](?:\d{7}|\d{8})$"#, example: "912345678"),
      AreaCode(
        areaCode: "853", countryCode: "MO",
        names: ["zh-CN": "中国澳门", "zh-TW": "中國澳門", "en": "Macau"],
        mobilePattern: #"^(\+853){1}\-?0{0,1}[1,4,5,6,7,8,9](?:\d{7}|\d{8}|\d{12})$"#,
        example: "66123456"),
      AreaCode(
        areaCode: "93", countryCode: "AF",
        names: ["zh-CN": "阿富汗", "zh-TW": "阿富汗", "en": "Afghanistan"],
        mobilePattern: #"^(\+93){1}\-\d{6,11}"#, example: "701234567"),
    ],
    preferred: "CN")
}
