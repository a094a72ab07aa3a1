import type { AuditChange } from '@portal/contract/audit/audit.ts'
import type { CallBody } from '@portal/contract/call.ts'
import { readAddressRange } from '@portal/contract/partners/address-ranges.ts'
import { PARTNER_SCOPES } from '@portal/contract/partners/partner-rules.ts'
import type { addPartner } from '@portal/contract/partners/partners.ts'
import { requireEmail } from '#accounts/login/email-codes.ts'
import type { PartnerForm } from '#partners/lookups/partner-repository.ts'
import { badInput } from '#platform/errors.ts'
import { toOneLine } from '#platform/text/one-line.ts'

/**
 * Reads and checks the form.
 * @throws AppError for a blank name, an invalid e-mail address, and the first invalid range of addresses
 */
export function parsePartnerForm(body: CallBody<typeof addPartner>): PartnerForm {
  const name = toOneLine(body.name, body.name.length)
  if (name === '') throw badInput('请填写合作方名称')
  const contactEmail = requireEmail(body.contactEmail)
  const addresses = [...new Set(body.addresses.map((line) => line.trim()).filter((line) => line !== ''))]
  const fault = addresses.map(readAddressRange).find((range) => typeof range === 'string')
  if (fault !== undefined) throw badInput(fault)
  const scopes = PARTNER_SCOPES.filter((scope) => body.scopes.includes(scope))
  return { name, contactEmail, scopes, dailyQuota: body.dailyQuota, addresses, state: body.state }
}

const toTexts = (form: PartnerForm) =>
  Object.entries(form).map(
    ([member, value]) => [member, Array.isArray(value) ? value.join(', ') : String(value)] as const,
  )

/** Lists the members that differ. */
export function listPartnerChanges(before: PartnerForm | null, after: PartnerForm): AuditChange[] {
  const old = new Map(before ? toTexts(before) : [])
  return toTexts(after)
    .filter(([member, text]) => old.get(member) !== text)
    .map(([member, text]) => ({ member, before: old.get(member) ?? null, after: text }))
}
