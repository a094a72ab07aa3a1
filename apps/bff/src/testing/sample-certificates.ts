import { deflateSync } from 'node:zlib'
import { makeCertificateNo } from '@portal/contract/certificates/certificate-number.ts'
import type { Certificate, CertificateAnswer } from '@portal/contract/certificates/certificates.ts'

export const SAMPLE_NO = makeCertificateNo('20261103', 128)
export const NEWER_NO = makeCertificateNo('20261118', 7)

const PEOPLE = { inspector: '周观澜', reviewer: '沈砚秋', approver: '顾怀瑾' }
const DAYS = { receivedOn: '2026-10-30', testedOn: '2026-11-02', issuedOn: '2026-11-03' }

/** A certificate with every member that has a line, and two that the contract does not name. It has no pictures. */
export const FULL_CERTIFICATE: Required<Omit<Certificate, 'pictures' | 'printed'>> = {
  certificateNo: SAMPLE_NO,
  version: 2,
  category: 'turquoise',
  conclusion: '绿松石（充填处理）',
  conclusionEn: 'Turquoise (filled)',
  shape: '椭圆弧面型',
  totalMassG: 12.3612,
  lengthMm: 18.24,
  widthMm: 13.1,
  heightMm: 6.05,
  color: '蓝绿色',
  transparency: '不透明',
  lustre: '蜡状光泽',
  refractiveIndex: '1.61（点测）',
  specificGravity: 2.76,
  fluorescence: '长波弱，短波惰性',
  magnification: '细粒结构，可见褐色铁线，凹坑处见充填物聚集',
  spectrum: '432 nm 吸收线',
  treatment: '充填处理（树脂）',
  metal: '18K 金',
  fineness: 'Au750',
  caratMassCt: 1.02,
  colorGrade: 'D–E',
  clarityGrade: 'VVS₁',
  cutGrade: '很好',
  polish: '极好',
  symmetry: '良好',
  tablePct: 57,
  depthPct: 61.5,
  crownAngleDeg: 34.5,
  pavilionAngleDeg: 40.8,
  pearlLustreGrade: '强 B',
  surfaceGrade: '微瑕 B',
  matchingGrade: '好 B',
  nacreMm: 0.6,
  transparencyGrade: '半透明',
  textureGrade: '细',
  inscription: 'SH 00128',
  standards: ['GB/T 16552—2017', 'GB/T 16553—2017', 'GB 11887—2012'],
  remarks: '样品镶嵌于戒托，质量为连同戒托的总质量。',
  accreditation: 'CMA 240000000001；CNAS L0001',
  amendment: '自 2026-11-03 起代替第 1 版（2026-10-28 签发）；变更项目：颜色、备注；更正原因：称量复核',
  ...DAYS,
  ...PEOPLE,
  ...addUnnamedMembers({ 红外光谱: '2930、2860、1725 cm⁻¹ 处见吸收峰', 双折射率: 0.008 }),
}

/** Adds members that the contract allows but does not name. */
export function addUnnamedMembers(members: Record<string, string | number | boolean | null>): object {
  return members
}

const BARE = { certificateNo: SAMPLE_NO, version: 1, conclusion: '', issuedOn: '2026-11-03' } as const

/** A typical certificate of each category. */
export const CERTIFICATES: Readonly<Record<Certificate['category'], Certificate>> = {
  turquoise: {
    ...BARE,
    ...DAYS,
    ...PEOPLE,
    category: 'turquoise',
    conclusion: '绿松石',
    totalMassG: 12.36,
    shape: '椭圆弧面型',
    color: '蓝绿色',
    lustre: '蜡状光泽',
    refractiveIndex: '1.61（点测）',
    specificGravity: 2.76,
    fluorescence: '长波弱，短波惰性',
    spectrum: '432 nm 吸收线',
    magnification: '细粒结构，可见褐色铁线',
    standards: ['GB/T 16552', 'GB/T 16553'],
    remarks: '样品未见充填、染色迹象',
  },
  gemstone: {
    ...BARE,
    ...DAYS,
    ...PEOPLE,
    category: 'gemstone',
    conclusion: '红宝石（加热）',
    conclusionEn: 'Ruby (heated)',
    totalMassG: 0.6042,
    lengthMm: 8.12,
    widthMm: 6.3,
    heightMm: 4.01,
    shape: '椭圆刻面型',
    color: '红色',
    transparency: '透明',
    lustre: '玻璃光泽',
    refractiveIndex: '1.762–1.770',
    specificGravity: 4,
    treatment: '加热',
    standards: ['GB/T 16552—2017', 'GB/T 16553—2017'],
  },
  jade: {
    ...BARE,
    category: 'jade',
    conclusion: '翡翠',
    conclusionEn: 'Jadeite jade',
    totalMassG: 48.9,
    shape: '圆形手镯',
    color: '浅绿色',
    refractiveIndex: '1.66（点测）',
    specificGravity: 3.33,
    ...PEOPLE,
  },
  organic: {
    ...BARE,
    category: 'organic',
    conclusion: '海水珍珠',
    totalMassG: 4.1,
    shape: '圆形',
    lustre: '强珍珠光泽',
    remarks: '直径 8.5–9.0 mm，共 47 粒',
    ...PEOPLE,
  },
  diamond: {
    ...BARE,
    ...DAYS,
    ...PEOPLE,
    category: 'diamond',
    conclusion: '钻石',
    conclusionEn: 'Diamond',
    shape: '圆钻型',
    caratMassCt: 1.02,
    colorGrade: 'F',
    clarityGrade: 'VS₁',
    cutGrade: '极好',
    polish: '极好',
    symmetry: '很好',
    fluorescence: '无',
    lengthMm: 6.48,
    widthMm: 6.5,
    heightMm: 4.01,
    inscription: 'SH 00128',
    standards: ['GB/T 16554—2017'],
    ...addUnnamedMembers({ 类型: 'Ⅱa 型' }),
  },
  metal: {
    ...BARE,
    ...DAYS,
    category: 'metal',
    conclusion: '足金手镯',
    totalMassG: 1024.5,
    metal: '足金',
    fineness: 'Au999',
    inscription: '足金 999',
    standards: ['GB 11887—2012', 'GB/T 18043—2013'],
  },
}

export function makeValidAnswer(certificate: Certificate): CertificateAnswer {
  return { state: 'valid', certificateNo: certificate.certificateNo, certificate }
}

/** Makes a PNG of one colour, with or without transparency. */
export function makePng(width: number, height: number, { alpha = false } = {}): Buffer {
  const pixel = alpha ? [20, 112, 108, 160] : [20, 112, 108]
  const row = Buffer.from([0, ...Array.from({ length: width }, () => pixel).flat()])
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, alpha ? 6 : 2, 0, 0, 0], 8)
  const chunks = [
    makeChunk('IHDR', header),
    makeChunk('IDAT', deflateSync(Buffer.concat(Array.from({ length: height }, () => row)))),
    makeChunk('IEND', Buffer.alloc(0)),
  ]
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...chunks])
}

/** Makes a chunk. Its checksum stays 0, as pdfkit ignores it. */
function makeChunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  return Buffer.concat([length, Buffer.from(type, 'latin1'), data, Buffer.alloc(4)])
}
