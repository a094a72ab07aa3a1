/** Every JSON answer, success or error, of upstream and of the BFF itself (docs/upstream-api.md). */
export interface Envelope<Data = unknown, Extra = Record<string, unknown>> {
  /** 200 is success; any other code is an error whose `message` may be shown. */
  code: number
  message: string
  data: Data
  extra: Extra
}

/** `message` of a successful answer. */
export const OK_MESSAGE = '成功'
