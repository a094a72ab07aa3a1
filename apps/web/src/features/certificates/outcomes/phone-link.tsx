import { TextLink } from '#ui/text-link.tsx'

/** `致电 010-…`, or a link to the contacts when no number is published. */
export function PhoneLink({ phone }: { phone: string }) {
  if (!phone) return <TextLink to="/contact-us">联系本中心</TextLink>
  return (
    <>
      致电 <TextLink to={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</TextLink>
    </>
  )
}
