import type { Certificate } from '@portal/contract/certificates/certificates.ts'
import { valueInEnglish } from '@portal/contract/certificates/english-values.ts'
import type { ReactNode } from 'react'
import type { CertificateRow } from '../card/certificate-rows.ts'
import { englishDate } from './english-dates.ts'
import { HAN, original } from './original.tsx'

const DAY = /^\d{4}-\d\d-\d\d$/

/** `12.36 g（61.80 ct）` → `12.36 g (61.80 ct)`. */
function halfWidth(text: string): string {
  return text.replaceAll('（', ' (').replaceAll('）', ')').replaceAll('，', ', ')
}

export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** The value of a row; a value without a sure translation stays Chinese. */
export function englishValue({ value, valueEn }: CertificateRow): ReactNode {
  if (valueEn) return capitalised(valueEn)
  if (HAN.test(value)) return original(value)
  return DAY.test(value) ? englishDate(value) : halfWidth(value)
}

/** The conclusion and, beside a translated one, its Chinese. */
export function englishConclusion(
  { conclusion, conclusionEn }: Certificate,
  beside: string | undefined,
): readonly [ReactNode, ReactNode] {
  const translated = conclusionEn?.trim() || valueInEnglish('conclusion', conclusion)
  if (!translated) return [original(conclusion), null]
  const chinese = (
    <span className={beside} lang="zh-CN">
      {conclusion}
    </span>
  )
  return [translated, chinese]
}
