/**
 * Refractive index and density of species with tolerance: bounds for the values of a certificate. As commonly published
 * (Chinese laboratory practice follows GB/T 16553). Treated, assembled and imitation stones have other values and are
 * not checked.
 */
export interface Species {
  /** As conclusions name it; the first is used in messages. */
  names: readonly string[]
  /** As published, for messages. */
  ri: string
  riFrom: number
  riTo: number
  sg: string
  /** g/cm³ */
  sgFrom: number
  sgTo: number
}

type Line = [names: string, ri: string, riFrom: number, riTo: number, sg: string, sgFrom: number, sgTo: number]

const LINES: readonly Line[] = [
  ['钻石', '2.417', 2.417, 2.417, '3.52±0.01', 3.51, 3.53],
  ['红宝石', '1.762–1.770（+0.009/−0.005）', 1.757, 1.779, '4.00±0.05', 3.95, 4.05],
  ['蓝宝石', '1.762–1.770（+0.009/−0.005）', 1.757, 1.779, '4.00（+0.10/−0.05）', 3.95, 4.1],
  ['祖母绿', '1.577–1.583±0.017', 1.56, 1.6, '2.72（+0.18/−0.05）', 2.67, 2.9],
  ['海蓝宝石', '1.577–1.583±0.017', 1.56, 1.6, '2.72（+0.18/−0.05）', 2.67, 2.9],
  ['金绿宝石', '1.746–1.755（+0.004/−0.006）', 1.74, 1.759, '3.73±0.02', 3.71, 3.75],
  ['变石', '1.746–1.755（+0.004/−0.006）', 1.74, 1.759, '3.73±0.02', 3.71, 3.75],
  ['尖晶石', '1.718（+0.017/−0.008）', 1.71, 1.735, '3.60（+0.10/−0.03）', 3.57, 3.7],
  ['碧玺', '1.624–1.644（+0.011/−0.009）', 1.615, 1.655, '3.06（+0.20/−0.06）', 3.0, 3.26],
  ['托帕石', '1.619–1.627±0.010', 1.609, 1.637, '3.53±0.04', 3.49, 3.57],
  ['橄榄石', '1.654–1.690±0.020', 1.634, 1.71, '3.34（+0.14/−0.07）', 3.27, 3.48],
  ['高型锆石|锆石（高型）', '1.925–1.984', 1.925, 1.984, '4.60–4.80', 4.6, 4.8],
  ['镁铝榴石', '1.714–1.742', 1.714, 1.742, '3.78（+0.09/−0.16）', 3.62, 3.87],
  ['铁铝榴石', '1.790±0.030', 1.76, 1.82, '4.05（+0.25/−0.12）', 3.93, 4.3],
  ['锰铝榴石', '1.810（+0.004/−0.020）', 1.79, 1.814, '4.15（+0.05/−0.03）', 4.12, 4.2],
  ['钙铝榴石|沙弗莱', '1.740（+0.020/−0.010）', 1.73, 1.76, '3.61（+0.12/−0.04）', 3.57, 3.73],
  ['翠榴石', '1.888（+0.007/−0.033）', 1.855, 1.895, '3.84±0.03', 3.81, 3.87],
  ['石英|紫晶|黄晶|水晶|发晶', '1.544–1.553', 1.544, 1.553, '2.66（+0.03/−0.02）', 2.64, 2.69],
  ['玉髓|玛瑙', '1.535–1.539（点测 1.53 或 1.54）', 1.535, 1.539, '2.60（+0.10/−0.05）', 2.55, 2.7],
  ['欧泊', '1.450（+0.020/−0.080）', 1.37, 1.47, '2.15（+0.08/−0.90）', 1.25, 2.23],
  ['月光石', '1.518–1.526±0.010', 1.508, 1.536, '2.58±0.03', 2.55, 2.61],
  ['翡翠', '1.666–1.680±0.008（点测 1.66）', 1.658, 1.688, '3.34（+0.06/−0.09）', 3.25, 3.4],
  ['和田玉|软玉', '1.606–1.632（+0.009/−0.006）（点测 1.60–1.61）', 1.6, 1.641, '2.95（+0.15/−0.05）', 2.9, 3.1],
  ['绿松石', '1.610–1.650（点测 1.61）', 1.61, 1.65, '2.76（+0.14/−0.36）', 2.4, 2.9],
  ['青金石', '点测 1.50（含方解石可达 1.67）', 1.5, 1.67, '2.75±0.25', 2.5, 3.0],
  ['蛇纹石|岫玉', '1.560–1.570（+0.004/−0.070）', 1.49, 1.574, '2.57（+0.23/−0.13）', 2.44, 2.8],
  ['独山玉', '1.560–1.700', 1.56, 1.7, '2.70–3.09', 2.7, 3.09],
  ['孔雀石', '1.655–1.909', 1.655, 1.909, '3.95（+0.15/−0.70）', 3.25, 4.1],
  ['海水珍珠', '1.530–1.685', 1.53, 1.685, '2.61–2.85', 2.61, 2.85],
  ['淡水珍珠', '1.530–1.685', 1.53, 1.685, '2.66–2.78', 2.66, 2.78],
  ['珍珠', '1.530–1.685', 1.53, 1.685, '2.61–2.85', 2.61, 2.85],
  ['琥珀|蜜蜡', '1.540（+0.005/−0.001）', 1.539, 1.545, '1.08（+0.02/−0.12）', 0.96, 1.1],
  ['珊瑚', '1.486–1.658', 1.486, 1.658, '2.65±0.05', 2.6, 2.7],
  ['合成碳硅石|莫桑石', '2.648–2.691', 2.648, 2.691, '3.22±0.02', 3.2, 3.24],
  ['立方氧化锆', '2.150±0.030', 2.12, 2.18, '5.80±0.20', 5.6, 6.0],
  ['玻璃', '1.470–1.700（含稀土可达 1.80）', 1.47, 1.8, '2.30–4.50', 2.3, 4.5],
]

export const SPECIES: readonly Species[] = LINES.map(([names, ri, riFrom, riTo, sg, sgFrom, sgTo]) => ({
  names: names.split('|'),
  ...{ ri, riFrom, riTo, sg, sgFrom, sgTo },
}))

/**
 * Words for a material other than the species that they name, or with other constants: 角质珊瑚 is no carbonate; a filled
 * or pressed stone has another density.
 */
const OTHER = /仿|拼合|再造|压制|充填|充胶|胶结|石英岩|石英质|玻璃种|冰种|珍珠母|贝珠|角质|黑珊瑚|金珊瑚|人造/

/**
 * The species that a conclusion names, the longest name first: 海蓝宝石 is no 蓝宝石. Several for a piece set with
 * several; empty for what is not listed or not judged.
 */
export function speciesIn(conclusion: string): Species[] {
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
