import type { Certificate } from '@portal/contract/certificates/certificates.ts'
import { CARAT_ROUNDING_G, getMassRoundingG, toGrams } from './tolerance.ts'

const STEP_NAMES = ['picture', 'mass', 'size', 'inscription', 'conclusion'] as const
export type StepName = (typeof STEP_NAMES)[number]

/** The steps for which this certificate has data, in their order. */
export function listSteps(certificate: Certificate): StepName[] {
  const isAvailable: Record<StepName, boolean> = {
    picture: (certificate.pictures ?? []).length > 0,
    mass: getExpectedMass(certificate) !== null,
    size: Boolean(certificate.shape) || getExpectedLengths(certificate).length > 0,
    inscription: Boolean(certificate.inscription?.trim()),
    conclusion: true,
  }
  return STEP_NAMES.filter((name) => isAvailable[name])
}

export interface ExpectedMass {
  /** Mass on the certificate, and its last decimal place. */
  massG: number
  roundingG: number
  /** Carats on the certificate, of loose stones only: a set stone is weighed in grams with its setting. */
  caratMassCt: number | undefined
  /** The stone was weighed with its setting, so alterations change the mass. */
  isSet: boolean
  /** The mass of the stone only, which cannot be weighed when set. */
  isStoneOnly: boolean
  /** A piece of metal only, without a setting. */
  isMetal: boolean
}

/** Finds the mass on the certificate; `null` when there is none. */
export function getExpectedMass(certificate: Certificate): ExpectedMass | null {
  const { totalMassG, caratMassCt } = certificate
  const isMetal = certificate.category === 'metal'
  const isSet = Boolean(certificate.metal || certificate.fineness) || isMetal
  const common = { caratMassCt: (!isSet && caratMassCt) || undefined, isSet, isMetal }
  if (totalMassG) {
    return { ...common, massG: totalMassG, roundingG: getMassRoundingG(totalMassG), isStoneOnly: false }
  }
  if (!caratMassCt) return null
  return { ...common, massG: toGrams(caratMassCt, 'ct'), roundingG: CARAT_ROUNDING_G, isStoneOnly: true }
}

const LENGTHS = ['lengthMm', 'widthMm', 'heightMm'] as const
export type LengthMember = (typeof LENGTHS)[number]

/** Lists the lengths on the certificate. */
export function getExpectedLengths(certificate: Certificate): { member: LengthMember; lengthMm: number }[] {
  return LENGTHS.flatMap((member) => {
    const lengthMm = certificate[member]
    return lengthMm ? [{ member, lengthMm }] : []
  })
}
