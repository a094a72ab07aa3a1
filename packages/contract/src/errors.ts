/** Result codes and their texts. Those of upstream are defined by its API (docs/upstream-api.md); the others belong to the BFF. */

export const CODE = {
  ok: 200,
  malformed: 400,
  unauthenticated: 401,
  refused: 403,
  noSuchCall: 404,
  /** Another change was stored in between. */
  conflict: 409,
  tooLarge: 413,
  tooMany: 429,
  /** A business rule refused the request. */
  rule: 500,
  upstreamUnreachable: 502,
  overloaded: 503,
  upstreamTimeout: 504,
  lacksPermission: -7,
  /** The e-mailed code is missing, wrong or expired. */
  emailCode: 10003,
  emailFormat: 10024,
} as const

/** Texts that are sent word for word. */
export const WIRE_TEXT = {
  sessionExpired: '当前会话已过期，请重新登录',
  busy: '系统繁忙，请稍后重试',
  tooFrequent: '请求过于频繁,稍后重试',
  wrongPassword: '用户账号或者密码错误!',
  accountDisabled: '该账号已被管理员禁止登录!',
  codeWrong: '验证码不正确或已过期，请重新输入',
  nameReserved: '这个名字容易被误认为本站或工作人员，请换一个',
  emailTaken: '该邮箱账号已经注册',
  mailFailed: '发送邮件失败',
  emailFormat: '邮箱格式错误!',
  articleMissing: '抱歉，文章不存在',
  codeAccepted: '验证成功',
  loggedOut: '退出成功',
  lacksPermission: '无权限',
} as const
