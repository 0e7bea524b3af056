#!/usr/bin/env bash
# Runs targets of the Makefile side by side and says how long each took:
#
#	tools/steps.sh "lint" "build e2e" -- unit webtest
#
# Each argument is a lane: targets that run one after the other. Those after -- are
# taken by whichever lane has nothing left, so that no core is idle for long. A
# target's output is shown when it ends, so that lines of two targets never mix. A
# failure stops nothing, but the script fails if any target did.
#
# Targets may append lines to the file $TEST_NOTES, which are shown in the end: those
# that begin with "skipped:", and with "not run:" if the target could not do its work.
set -u
make=${MAKE:-make}
logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT
trap 'kill $(jobs -p) 2>/dev/null; exit 130' INT TERM
TIMEFORMAT='%R %U %S'

# The result of a step is a line: status, name, seconds, seconds of processor time.
run_step() {
	local step=$1 log="$logs/$1.log" status=ok
	echo "... $step"
	{ time TEST_NOTES="$logs/$step.notes" "$make" --no-print-directory "$step" >"$log" 2>&1; } 2>"$logs/$step.time" || status=FAILED
	[ "$status" = FAILED ] || ! grep -qs '^not run:' "$logs/$step.notes" || status="not run"
	local real user sys
	read -r real user sys < <(tail -n 1 "$logs/$step.time")
	awk -v status="$status" -v step="$step" -v real="$real" -v user="$user" -v sys="$sys" \
		'BEGIN { printf "%-7s %-13s %6.1f s  %6.1f s\n", status, step, real, user + sys }' >"$logs/$step.result"
	# One write for each step, so that two of them cannot mix.
	printf '%s\n' "=== $step ($status, $real s)
$(cat "$log")"
	[ "$status" != FAILED ]
}

run_lane() {
	local failed=0 step
	for step in $1 $shared; do
		# Only one lane can make the folder.
		mkdir "$logs/$step" 2>/dev/null || continue
		run_step "$step" || failed=1
	done
	return "$failed"
}

started=$SECONDS
failed=0
lanes=()
while [ $# -gt 0 ] && [ "$1" != -- ]; do
	lanes+=("$1")
	shift
done
shared=${*:2}
running=()
for lane in "${lanes[@]}"; do
	run_lane "$lane" &
	running+=($!)
done
for job in "${running[@]}"; do
	wait "$job" || failed=1
done

echo
echo "        step             time   processor"
for step in ${lanes[*]} $shared; do
	cat "$logs/$step.result"
done
printf '        %-13s %6.1f s\n' together $((SECONDS - started))

echo
if cat "$logs"/*.notes >/dev/null 2>&1; then
	echo "What did not run, and what was skipped:"
	for step in ${lanes[*]} $shared; do
		[ ! -e "$logs/$step.notes" ] || sort -u "$logs/$step.notes" | sed "s/^/  $step, /"
	done
else
	echo "Nothing was skipped."
fi
[ "$failed" = 0 ] || echo "Some steps failed; their output is above."
exit "$failed"
