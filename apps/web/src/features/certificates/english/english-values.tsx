import type { Certificate } from '@portal/contract/certificates/certificates.ts'
import { translateValue } from '@portal/contract/certificates/english-values.ts'
import { formatEnglishValue, type PrintedRow } from '@portal/contract/certificates/printed-rows.ts'
import type { ReactNode } from 'react'
import { renderOriginal } from '../texts/en/words.tsx'

export function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** The value of a row; a value without a certain translation stays Chinese. */
export const toEnglishValue = (row: PrintedRow): ReactNode => renderOriginal(formatEnglishValue(row))

/** The conclusion, followed by its Chinese text when it is translated. */
export function toEnglishConclusion(
  { conclusion, conclusionEn }: Certificate,
  beside: string | undefined,
): readonly [ReactNode, ReactNode] {
  const translated = conclusionEn?.trim() || translateValue('conclusion', conclusion)
  if (!translated) return [renderOriginal(conclusion), null]
  const chinese = (
    <span className={beside} lang="zh-CN">
      {conclusion}
    </span>
  )
  return [translated, chinese]
}
