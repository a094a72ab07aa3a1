import { type Static, type TSchema, Type } from 'typebox'
import { defineCall } from '#call.ts'
import { nothing, nullable, nullableNumber, nullableString, proof } from '#shapes.ts'
import { type CertificateMember, FREE_MEMBER, FREE_MEMBER_MAX } from './certificate-fields.ts'
import { CODE_PATTERN, NUMBER_PATTERN } from './certificate-number.ts'
import { CERTIFICATE_STATES, REPORT_MAX, REPORT_PICTURES_MAX } from './certificate-states.ts'

/** Certificate number, see `certificate-number.ts`. It is a string, because leading zeros count. */
export const CertificateNo = Type.String({ pattern: NUMBER_PATTERN })
/** Check code, see `certificate-number.ts`. */
export const CheckCode = Type.String({ pattern: CODE_PATTERN })

/** Day in the laboratory's time (UTC+8), `yyyy-MM-dd`. */
const Day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })
const nullableDay = Type.Union([Day, Type.Null()])

/** A picture of the sample at the time of testing. */
export const CertificatePicture = Type.Object({
  /** Path from the root of the site. */
  url: Type.String({ pattern: '^/file/img/[A-Za-z0-9._-]+$' }),
  caption: Type.Optional(nullableString),
  /** Width of the pictured area, mm; the scale is drawn from it. */
  widthMm: Type.Optional(nullableNumber),
})
export type CertificatePicture = Static<typeof CertificatePicture>

/** The version that a corrected one replaces. */
export const ReplacedVersion = Type.Object({ version: Type.Integer({ minimum: 1 }), issuedOn: Day })
export type ReplacedVersion = Static<typeof ReplacedVersion>

const named = {
  certificateNo: CertificateNo,
  /** 1 at first; each correction under the same number adds one. */
  version: Type.Integer({ minimum: 1 }),
  category: Type.Union([
    Type.Literal('gemstone'),
    Type.Literal('jade'),
    Type.Literal('turquoise'),
    Type.Literal('diamond'),
    Type.Literal('organic'),
    Type.Literal('metal'),
  ]),
  /** 检验结论, e.g. `绿松石`, `红宝石（加热）`. */
  conclusion: Type.String({ minLength: 1, maxLength: 80 }),
  conclusionEn: Type.Optional(nullableString),
  shape: Type.Optional(nullableString),
  /** Mass of the whole piece with its setting, g to 0.0001 (1 ct = 0.2 g). */
  totalMassG: Type.Optional(nullableNumber),
  /** Length, width and height of the stone, mm to 0.01, greatest first. */
  lengthMm: Type.Optional(nullableNumber),
  widthMm: Type.Optional(nullableNumber),
  heightMm: Type.Optional(nullableNumber),
  color: Type.Optional(nullableString),
  transparency: Type.Optional(nullableString),
  lustre: Type.Optional(nullableString),
  /** Refractive index as printed, e.g. `1.762–1.770`, `1.61（点测）`, `>1.78`. */
  refractiveIndex: Type.Optional(nullableString),
  /** g/cm³, hydrostatic, to 0.01. */
  specificGravity: Type.Optional(nullableNumber),
  /** Fluorescence under long-wave and short-wave ultraviolet. */
  fluorescence: Type.Optional(nullableString),
  magnification: Type.Optional(nullableString),
  /** Absorption spectrum. */
  spectrum: Type.Optional(nullableString),
  treatment: Type.Optional(nullableString),
  /** Metal and fineness according to GB 11887, e.g. `18K 金` and `Au750`. */
  metal: Type.Optional(nullableString),
  fineness: Type.Optional(nullableString),
  /** Diamonds (GB/T 16554): mass of the stone, ct to 0.01, and its grades. */
  caratMassCt: Type.Optional(nullableNumber),
  colorGrade: Type.Optional(nullableString),
  clarityGrade: Type.Optional(nullableString),
  cutGrade: Type.Optional(nullableString),
  polish: Type.Optional(nullableString),
  symmetry: Type.Optional(nullableString),
  /** Proportions of a cut diamond: percent of the diameter, and degrees. */
  tablePct: Type.Optional(nullableNumber),
  depthPct: Type.Optional(nullableNumber),
  crownAngleDeg: Type.Optional(nullableNumber),
  pavilionAngleDeg: Type.Optional(nullableNumber),
  /** Pearls (GB/T 18781): grades, and the thickness of the nacre, mm. */
  pearlLustreGrade: Type.Optional(nullableString),
  surfaceGrade: Type.Optional(nullableString),
  matchingGrade: Type.Optional(nullableString),
  nacreMm: Type.Optional(nullableNumber),
  /** Jadeite (GB/T 23885): grades. */
  transparencyGrade: Type.Optional(nullableString),
  textureGrade: Type.Optional(nullableString),
  /** Text that is lasered on the girdle or stamped on the piece. */
  inscription: Type.Optional(nullableString),
  standards: Type.Optional(Type.Array(Type.String({ maxLength: 80 }), { maxItems: 12 })),
  remarks: Type.Optional(nullableString),
  /** What the certificate replaces, since when and why; see `amendments.ts`. The approval writes it. */
  amendment: Type.Optional(nullableString),
  /** Marks within whose scope it was approved: `CMA 240000000001；CNAS L0001`; see `rules/marks.ts`. The approval writes it. */
  accreditation: Type.Optional(nullableString),
  pictures: Type.Optional(Type.Array(CertificatePicture, { maxItems: 8 })),
  receivedOn: Type.Optional(nullableDay),
  testedOn: Type.Optional(nullableDay),
  issuedOn: Day,
  inspector: Type.Optional(nullableString),
  reviewer: Type.Optional(nullableString),
  approver: Type.Optional(nullableString),
} satisfies Record<CertificateMember, TSchema>

/**
 * The text of a certificate. Free members pass under their own names and are shown, because laboratories print different
 * properties (拉曼光谱, 双折射率 …).
 */
export const Certificate = Type.Object(
  {
    ...named,
    /** Digits of numbers as typed, by member: `12.50`. */
    printed: Type.Optional(Type.Record(Type.String({ pattern: '^[A-Za-z]{1,20}$' }), Type.String({ maxLength: 20 }))),
  },
  {
    patternProperties: {
      [FREE_MEMBER]: { type: ['string', 'number', 'boolean', 'null'], maxLength: FREE_MEMBER_MAX },
    },
  },
)
export type Certificate = Static<typeof Certificate>

/** Position of a result in the public log, for callers who may see it: salt and text are as secret as the certificate. */
export const LoggedEntry = Type.Object({
  /** Index of the entry, from 0. */
  index: Type.Integer({ minimum: 0 }),
  /** 32 random bytes, base64: key of the HMAC-SHA256. */
  salt: Type.String({ maxLength: 44 }),
  /** HMAC-SHA256 of `text`, 32 bytes, base64. */
  entry: Type.String({ maxLength: 44 }),
  /** The hashed bytes, UTF-8; see `logged-text.ts`. */
  text: Type.String({ maxLength: 1_000_000 }),
  /** Version of the format of `text`. */
  format: Type.Integer({ minimum: 1 }),
})
export type LoggedEntry = Static<typeof LoggedEntry>

/**
 * The answer for a certificate number. The members that are set depend on `state`:
 * `valid` certificate; `reissued` certificate (the old one), newerNo, changedOn; `withdrawn` certificate, reason, changedOn;
 * `examination` certificateNo, category, receivedOn; `mismatch` certificateNo alone; `unknown` supportNo alone.
 * ⏎ `mismatch` answers a right code when the stored certificate differs from the public log; nothing of it is shown.
 * ⏎ `unknown` also answers a wrong code and an unpublished certificate, because outsiders must not tell them apart. The
 * laboratory's staff find the cause in the log by `supportNo`.
 */
export const CertificateAnswer = Type.Object({
  state: Type.Unsafe<(typeof CERTIFICATE_STATES)[number]>({ type: 'string', enum: CERTIFICATE_STATES }),
  certificateNo: Type.Optional(CertificateNo),
  certificate: Type.Optional(Certificate),
  /** The version that a corrected certificate replaces. */
  replaces: Type.Optional(ReplacedVersion),
  /** Entry in the public log for `valid`, `reissued` and `withdrawn`; left out where upstream has no log. */
  log: Type.Optional(LoggedEntry),
  newerNo: Type.Optional(CertificateNo),
  reason: Type.Optional(Type.String({ maxLength: 400 })),
  changedOn: Type.Optional(Day),
  category: Type.Optional(named.category),
  receivedOn: Type.Optional(Day),
  supportNo: Type.Optional(Type.String({ maxLength: 32 })),
})
export type CertificateAnswer = Static<typeof CertificateAnswer>

/** Ours: the specification has the page but no call for it. A POST keeps the code out of URLs; never cached. */
export const checkCertificate = defineCall('POST /v1/certificate/check', {
  access: 'public',
  summary: 'The certificate of a number, for callers with its check code',
  body: Type.Object({
    certificateNo: CertificateNo,
    checkCode: CheckCode,
    proof,
  }),
  data: CertificateAnswer,
  extra: Type.Object({
    /** A compact JWS that the BFF adds to `valid`, `reissued` and `withdrawn`, see `certificate-receipt.ts`. */
    receipt: Type.Optional(Type.String({ maxLength: 2000 })),
  }),
})

/** Ours: counts a mistyped number. The number is not sent, so it cannot be stored. */
export const reportMistype = defineCall('POST /v1/certificate/mistyped', {
  access: 'public',
  summary: 'Ours: counts a number that the page recognised as mistyped; fire and forget',
  data: nothing,
})

/** Pattern of the random name of a report's picture. */
export const REPORT_PICTURE_PATTERN = '^[A-Za-z0-9_-]{1,80}\\.(?:png|jpe?g|gif|webp)$'

/** Ours: uploads a picture for a report or for a reply to an answer, to be sent within the next hour. Only staff see it. */
export const uploadReportPicture = defineCall('POST /v1/certificate/report/picture', {
  access: 'public',
  summary: 'Ours: stores a picture of at most 10 MB for a report of a forgery or a reply, and answers its name',
  upload: 'multipartFile',
  data: Type.String(),
})

/** Ours: reports a forgery, which editors see as feedback. Visitors may call it, because customers in a shop have no account. */
export const reportFake = defineCall('POST /v1/certificate/report', {
  access: 'public',
  summary: 'Reports a forged certificate, a forged site, or a use of the laboratory’s name',
  body: Type.Object({
    kind: Type.Union([Type.Literal('certificate'), Type.Literal('site'), Type.Literal('name')]),
    /** Certificate number as printed. */
    certificateNo: Type.Optional(Type.String({ maxLength: REPORT_MAX.certificateNo })),
    /** Address of the site or place of the sale. */
    place: Type.Optional(Type.String({ maxLength: REPORT_MAX.place })),
    text: Type.String({ minLength: 1, maxLength: REPORT_MAX.text }),
    /** Telephone or e-mail address, for questions. */
    contact: Type.Optional(Type.String({ maxLength: REPORT_MAX.contact })),
    /** Names that `uploadReportPicture` returned. */
    pictures: Type.Optional(
      Type.Array(Type.String({ pattern: REPORT_PICTURE_PATTERN }), { maxItems: REPORT_PICTURES_MAX }),
    ),
  }),
  data: nullable(
    Type.Object({
      /** Ticket number, shown as T-1042. */
      ticket: Type.Integer(),
      /** Key that opens the conversation with the laboratory (`/conversation?key=`) for 90 days. Only the sender of the report gets it. */
      key: Type.String(),
    }),
  ),
  rateLimited: true,
})

export const certificateCalls = [checkCertificate, reportMistype, uploadReportPicture, reportFake] as const
