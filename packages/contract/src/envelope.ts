/** Every JSON answer, good or bad, of upstream and of the BFF itself (docs/upstream-api.md). */
export interface Envelope<Data = unknown, Extra = Record<string, unknown>> {
  /** 200 is success; anything else is an error whose `message` is fit to be shown. */
  code: number
  message: string
  data: Data
  extra: Extra
}

/** Text of `message` in a successful answer. */
export const OK_MESSAGE = '成功'
