/** Members of a certificate that have a place of their own, in the order in which they are stored. No schema weight. */
export const CERTIFICATE_MEMBERS = [
  'certificateNo',
  'version',
  'category',
  'conclusion',
  'conclusionEn',
  'shape',
  'totalMassG',
  'lengthMm',
  'widthMm',
  'heightMm',
  'color',
  'transparency',
  'lustre',
  'refractiveIndex',
  'specificGravity',
  'fluorescence',
  'magnification',
  'spectrum',
  'treatment',
  'metal',
  'fineness',
  'caratMassCt',
  'colorGrade',
  'clarityGrade',
  'cutGrade',
  'polish',
  'symmetry',
  'inscription',
  'standards',
  'remarks',
  'pictures',
  'receivedOn',
  'testedOn',
  'issuedOn',
  'inspector',
  'reviewer',
  'approver',
] as const
export type CertificateMember = (typeof CERTIFICATE_MEMBERS)[number]

/** Pattern of the names of further members; with the flag `u`. */
export const FREE_MEMBER = `^(?!(?:${CERTIFICATE_MEMBERS.join('|')}|printed)$)[\\p{L}_][\\p{L}\\p{N}_ （）()/.-]{0,39}$`
/** Characters of the value of such a member. */
export const FREE_MEMBER_MAX = 2000
