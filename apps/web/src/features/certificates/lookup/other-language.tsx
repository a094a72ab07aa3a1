import type { MouseEvent } from 'react'
import link from '#ui/text-link.module.css'
import type { PrintedVersion } from '../certificate-action.ts'
import { useTexts } from '../texts/texts.tsx'
import type { CheckForm } from './lookup-page.tsx'

/** Links to the page in the other language, as another document, with the number but never with the code. */
export function OtherLanguage({ form, printed }: { form: CheckForm; printed: PrintedVersion }) {
  const { language, name, path } = useTexts('lookup').other
  const toAddress = (typed: string) => {
    if (!typed) return path
    const version = typed === printed.certificateNo && printed.version ? `&v=${printed.version}` : ''
    return `${path}?no=${encodeURIComponent(typed.slice(0, 60))}${version}`
  }
  const takeNumber = ({ currentTarget }: MouseEvent<HTMLAnchorElement>) => {
    const typed = form.refs.number.current?.value
    if (typed !== undefined) currentTarget.href = toAddress(typed)
  }
  return (
    <a
      className={link.root}
      href={toAddress(form.typedNumber)}
      lang={language}
      hrefLang={language}
      onClick={takeNumber}
    >
      {name}
    </a>
  )
}
