// SPDX-License-Identifier: Apache-2.0

@_exported public import CoatcheckClient
@_exported public import CoatcheckIDaaS
@_exported public import CoatcheckIDaaSProtocol
@_exported public import CoatcheckJOSE
@_exported public import CoatcheckOAuth
@_exported public import CoatcheckProviders
