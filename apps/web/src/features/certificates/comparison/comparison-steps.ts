import type { Certificate } from '@portal/contract/certificates/certificates.ts'
import { CARAT_ROUNDING_G, getMassRoundingG, toGrams } from './tolerance.ts'

const STEP_NAMES = ['picture', 'mass', 'size', 'inscription', 'conclusion'] as const
export type StepName = (typeof STEP_NAMES)[number]

export const STEP_TITLES: Readonly<Record<StepName, string>> = {
  picture: '对影像',
  mass: '对质量',
  size: '对形状与尺寸',
  inscription: '对印记',
  conclusion: '对检验结论',
}

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

/**
 * The mass on the certificate and its last decimal place, g; `null` when there is none. `isSet`: the stone was weighed
 * with its setting, so alterations change the mass. `isStoneOnly`: the mass of the stone only, which cannot be weighed
 * when set.
 */
export function getExpectedMass(certificate: Certificate) {
  const { totalMassG, caratMassCt } = certificate
  const isSet = Boolean(certificate.metal || certificate.fineness) || certificate.category === 'metal'
  if (totalMassG) return { massG: totalMassG, roundingG: getMassRoundingG(totalMassG), isSet, isStoneOnly: false }
  if (!caratMassCt) return null
  return { massG: toGrams(caratMassCt, 'ct'), roundingG: CARAT_ROUNDING_G, isSet, isStoneOnly: true }
}

/** The lengths on the certificate. */
export function getExpectedLengths({ lengthMm, widthMm, heightMm }: Certificate) {
  const lengths = [
    { name: '长', lengthMm },
    { name: '宽', lengthMm: widthMm },
    { name: '高', lengthMm: heightMm },
  ] as const
  return lengths.flatMap(({ name, lengthMm: value }) => (value ? [{ name, lengthMm: value }] : []))
}

/** Distinguishing features to compare with the picture. */
export const DISTINGUISHING_FEATURES: Readonly<Record<Certificate['category'], readonly string[]>> = {
  gemstone: ['色带与色域的位置', '包裹体、愈合裂隙的形状与方位', '刻面的排列，台面与亭尖是否居中'],
  jade: ['色形、色根的走向', '石纹、绵点与飘花的位置', '雕刻纹饰、孔位与边缘缺口'],
  turquoise: ['铁线走向、粗细与交汇处', '颜色深浅分界的位置', '白脑、黄铁矿斑点与凹坑'],
  diamond: ['内含物的种类与方位', '腰棱的厚薄与原晶面', '刻面的对称，底尖是否居中'],
  organic: ['生长纹、年轮或虫体的位置', '珠孔、瑕疵与斑点', '光泽与伴色的分布'],
  metal: ['印记的位置与字形', '镶口、爪与接缝', '花纹、拉丝与锤纹的走向'],
}
