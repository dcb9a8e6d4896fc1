// SPDX-License-Identifier: Apache-2.0
public import Coatcheck
public import CoatcheckTesting

extension HTMLForm {
  /// What a browser sends of the fields as they are, without a button.
  public var parameters: Parameters { Parameters(fields.map { ($0.name, $0.value ?? "") }) }
}
