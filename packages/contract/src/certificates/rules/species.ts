import { type PublishedRange, readPublished } from './published-range.ts'

/**
 * Constants of species with tolerance: limits for the values of a certificate. They are the commonly published ones (Chinese
 * laboratory practice follows GB/T 16553). Treated, assembled and imitation stones have other values and are not checked.
 */
export interface Species {
  /** Names in conclusions; messages use the first. */
  names: readonly string[]
  refractiveIndex: PublishedRange
  /** `null`: an aggregate, in which birefringence cannot be measured. 0 for singly refractive species. */
  birefringence: PublishedRange | null
  /** g/cm³ */
  specificGravity: PublishedRange
  mohs: PublishedRange
}

type Line = [names: string, ri: string, birefringence: string, sg: string, mohs: string]

/** Published constants. 集合体不可测: an aggregate; —: singly refractive. */
const LINES: readonly Line[] = [
  ['钻石', '2.417', '—', '3.52 ±0.01', '10'],
  ['红宝石', '1.762–1.770（+0.009/−0.005）', '0.008–0.010', '4.00 ±0.05', '9'],
  ['蓝宝石', '1.762–1.770（+0.009/−0.005）', '0.008–0.010', '4.00（+0.10/−0.05）', '9'],
  ['祖母绿', '1.577–1.583 ±0.017', '0.005–0.009', '2.72（+0.18/−0.05）', '7.5–8'],
  ['海蓝宝石', '1.577–1.583 ±0.017', '0.005–0.009', '2.72（+0.18/−0.05）', '7.5–8'],
  ['金绿宝石', '1.746–1.755（+0.004/−0.006）', '0.008–0.010', '3.73 ±0.02', '8–8.5'],
  ['变石', '1.746–1.755（+0.004/−0.006）', '0.008–0.010', '3.73 ±0.02', '8–8.5'],
  ['尖晶石', '1.718（+0.017/−0.008）', '—', '3.60（+0.10/−0.03）', '8'],
  ['碧玺', '1.624–1.644（+0.011/−0.009）', '0.018–0.040（常见 0.020）', '3.06（+0.20/−0.06）', '7–8'],
  ['托帕石', '1.619–1.627 ±0.010', '0.008–0.010', '3.53 ±0.04', '8'],
  ['橄榄石', '1.654–1.690 ±0.020', '0.035–0.038', '3.34（+0.14/−0.07）', '6.5–7'],
  ['高型锆石|锆石（高型）', '1.925–1.984', '0.040–0.060', '4.60–4.80', '7–7.5'],
  ['镁铝榴石', '1.714–1.742（常见 1.74）', '—', '3.78（+0.09/−0.16）', '7–8'],
  ['铁铝榴石', '1.790 ±0.030', '—', '4.05（+0.25/−0.12）', '7–8'],
  ['锰铝榴石', '1.810（+0.004/−0.020）', '—', '4.15（+0.05/−0.03）', '7–8'],
  ['钙铝榴石|沙弗莱', '1.740（+0.020/−0.010）', '—', '3.61（+0.12/−0.04）', '7–8'],
  ['翠榴石', '1.888（+0.007/−0.033）', '—', '3.84 ±0.03', '6.5–7'],
  ['石英|紫晶|黄晶|水晶|发晶', '1.544–1.553', '0.009', '2.66（+0.03/−0.02）', '7'],
  ['玉髓|玛瑙', '1.535–1.539（点测 1.53 或 1.54）', '集合体不可测', '2.60（+0.10/−0.05）', '6.5–7'],
  ['欧泊', '1.450（+0.020/−0.080）', '—', '2.15（+0.08/−0.90）', '5–6'],
  ['月光石', '1.518–1.526 ±0.010', '0.005–0.008', '2.58 ±0.03', '6–6.5'],
  ['翡翠', '1.666–1.680 ±0.008（点测 1.66）', '集合体不可测', '3.34（+0.06/−0.09）', '6.5–7'],
  ['和田玉|软玉', '1.606–1.632（+0.009/−0.006）（点测 1.60–1.61）', '集合体不可测', '2.95（+0.15/−0.05）', '6–6.5'],
  ['绿松石', '1.610–1.650（点测 1.61）', '集合体不可测', '2.76（+0.14/−0.36）', '5–6'],
  ['青金石', '点测 1.50（含方解石可达 1.67）', '集合体不可测', '2.75 ±0.25', '5–6'],
  ['蛇纹石|岫玉', '1.560–1.570（+0.004/−0.070）', '集合体不可测', '2.57（+0.23/−0.13）', '2.5–6'],
  ['独山玉', '1.560–1.700', '集合体不可测', '2.70–3.09（常见 2.90）', '6–7'],
  ['孔雀石', '1.655–1.909', '0.254（集合体不可测）', '3.95（+0.15/−0.70）', '3.5–4'],
  ['海水珍珠', '1.530–1.685', '集合体不可测', '2.61–2.85', '2.5–4.5'],
  ['淡水珍珠', '1.530–1.685', '集合体不可测', '2.66–2.78', '2.5–4.5'],
  ['珍珠', '1.530–1.685', '集合体不可测', '海水 2.61–2.85；淡水 2.66–2.78', '2.5–4.5'],
  ['琥珀|蜜蜡', '1.540（+0.005/−0.001）', '—', '1.08（+0.02/−0.12）', '2–2.5'],
  ['珊瑚', '1.486–1.658', '集合体不可测', '2.65 ±0.05', '3–4.5'],
  ['合成碳硅石|莫桑石', '2.648–2.691', '0.043', '3.22 ±0.02', '9.25'],
  ['立方氧化锆', '2.150 ±0.030', '—', '5.80 ±0.20', '8.5'],
  ['玻璃', '1.470–1.700（含稀土可达 1.80）', '—', '2.30–4.50', '5–6'],
]

export const SPECIES: readonly Species[] = LINES.map(([names, ri, birefringence, sg, mohs]) => ({
  names: names.split('|'),
  refractiveIndex: readPublished(ri),
  birefringence: birefringence.includes('集合体') ? null : readPublished(birefringence),
  specificGravity: readPublished(sg),
  mohs: readPublished(mohs),
}))

/**
 * Words that make a material other than the species that it names, or give it other constants: 角质珊瑚 is no carbonate; a filled or
 * pressed stone has another density.
 */
const OTHER = /仿|拼合|再造|压制|充填|充胶|胶结|石英岩|石英质|玻璃种|冰种|珍珠母|贝珠|角质|黑珊瑚|金珊瑚|人造/

/**
 * Finds the species in a conclusion, the longest name first: 海蓝宝石 is no 蓝宝石. A piece set with several stones gives several;
 * unlisted and excluded materials give none.
 */
export function findSpecies(conclusion: string): Species[] {
  if (OTHER.test(conclusion)) return []
  let rest = conclusion
  const found: Species[] = []
  for (const { name, species } of BY_LENGTH) {
    if (!rest.includes(name)) continue
    rest = rest.replaceAll(name, ' ')
    if (!found.includes(species)) found.push(species)
  }
  return found
}

const BY_LENGTH = SPECIES.flatMap((species) => species.names.map((name) => ({ name, species }))).sort(
  (one, other) => other.name.length - one.name.length,
)
