import { type Static, Type } from 'typebox'
import { CERTIFICATE_MEMBERS } from '../../certificates/certificate-members.ts'
import { Certificate } from '../../certificates/certificates.ts'

/** Members that the act of approving writes: nobody types who signed, or when. */
export const SIGNED_MEMBERS = ['certificateNo', 'version', 'issuedOn', 'inspector', 'reviewer', 'approver'] as const

/** Members of a certificate that staff write, in their order. */
export const DESK_MEMBERS = CERTIFICATE_MEMBERS.filter((name) => !(SIGNED_MEMBERS as readonly string[]).includes(name))

const partial = Type.Partial(Type.Omit(Type.Object(Certificate.properties), [...SIGNED_MEMBERS]))

/** The text of a certificate in work: any of its members, none is required before it is submitted. */
export const DeskText = Type.Object(partial.properties, {
  patternProperties: Object(Certificate).patternProperties,
  maxProperties: 80,
  examples: [{ conclusion: '绿松石' }],
})
export type DeskText = Static<typeof DeskText>
