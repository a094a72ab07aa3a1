import { TextLink } from '#ui/text-link.tsx'
import { useTexts } from '../texts/texts.tsx'

/** `致电 010-…`, or a link to the contacts when no number is published. */
export function PhoneLink({ phone }: { phone: string }) {
  const [before, without] = useTexts('lookup').phone
  if (!phone) return <TextLink to="/contact-us">{without}</TextLink>
  return (
    <>
      {before}
      <TextLink to={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</TextLink>
    </>
  )
}
