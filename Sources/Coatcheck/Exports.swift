// SPDX-License-Identifier: Apache-2.0

@_exported public import CoatcheckClient
@_exported public import CoatcheckJOSE
@_exported public import CoatcheckOAuth
