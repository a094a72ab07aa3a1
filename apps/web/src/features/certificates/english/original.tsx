import type { ReactNode } from 'react'

const HAN = /\p{Script=Han}/u

/** A text as it is, with its Chinese parts marked as Chinese. */
export function renderOriginal(text: string | null | undefined): ReactNode {
  return text && HAN.test(text) ? <span lang="zh-CN">{text}</span> : text
}
