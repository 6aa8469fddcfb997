// Figures as texts.

/** 1024,1024,1024 as 1024³. */
export function sizes(shape) {
  const power = ["", "", "²", "³"][shape.length];
  return power && shape.every((extent) => extent === shape[0]) ? shape[0] + power : shape.join(" x ");
}

/** ' at 1024³'; nothing of a schedule that has one size. */
export const atSize = (shape) => (shape.length ? ` at ${sizes(shape)}` : "");

export const time = (us) => (us >= 1000 ? `${(us / 1000).toPrecision(4)} ms` : `${us.toPrecision(4)} µs`);

export function rate(row) {
  let [value, unit] = row.bound === "memory" ? [row.gbps, "GB/s"] : [row.tflops, "TFLOP/s"];
  if (value < 1 && unit === "TFLOP/s") [value, unit] = [value * 1000, "GFLOP/s"];
  return value ? `${value >= 1000 ? Math.round(value) : value.toPrecision(3)} ${unit}` : "";
}

/** 0.5714 as '57 %', 0.0031 as '0.3 %'. */
export function percent(share) {
  if (!share) return "";
  const value = 100 * share;
  return `${value >= 10 ? Math.round(value) : value >= 0.1 ? value.toFixed(1) : "< 0.1"} %`;
}

/** 16777216 as 16,777,216. */
export const count = (value) => Number(value).toLocaleString("en-US");

/** 3 and 'line' as '3 lines'. */
export const plural = (value, word) => `${count(value)} ${word}${value === 1 ? "" : "s"}`;

/** 2097152 as 2.10M; the whole number is a matter for schedules analyze. */
export function short(value) {
  const units = { T: 1e12, G: 1e9, M: 1e6, k: 1e3 };
  const [unit] = Object.entries(units).find(([, size]) => value >= size) || [];
  return unit && value >= 1e4 ? `${(value / units[unit]).toPrecision(3)}${unit}` : count(value);
}
