// SPDX-License-Identifier: Apache-2.0
public import Coatcheck
public import CoatcheckTesting

extension HTMLForm {
  /// The parameters that a browser sends for the unchanged fields, without a button.
  public var parameters: Parameters { Parameters(fields.map { ($0.name, $0.value ?? "") }) }
}
