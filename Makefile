# q40k: everything starts here. `make` alone lists what there is.
#
# Works with GNU make 3.81 and later. On Windows run it from a shell that has `make` and `sh`
# (Git Bash, MSYS2); the virtual environment then keeps its programs in Scripts instead of bin.

ifeq ($(OS),Windows_NT)
PYTHON ?= python
BIN := .venv/Scripts
else
PYTHON ?= python3
BIN := .venv/bin
endif

VENV_PYTHON := $(BIN)/python
PIP := PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_INPUT=1 $(VENV_PYTHON) -m pip
PIP_FLAGS ?= --quiet
UV ?= uv
LOCK_FLAGS ?=
NEW_FLAGS ?=

.DEFAULT_GOAL := help
.PHONY: help play demo test quick rules codex-drift odds soak mutants differ bench app site everywhere release lock lowest written words sounds screenshot pictures snapshots clean

help: ## list what make can do
	@echo "q40k: the referee of Quake 40K"
	@echo
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1|\2/p' $(firstword $(MAKEFILE_LIST)) | \
		while IFS='|' read -r target text; do printf '%-18s %s\n' "$$target" "$$text"; done
	@echo
	@echo "PYTHON=python3.13 make play   uses another Python (3.11 or later)"
	@echo "PIP_FLAGS= make play          shows all that pip does"

play: .venv/run.stamp .venv/sound.stamp ## set up if needed, then learn, play, or go on with the last match
	@Q40K_CALLED="make play" $(BIN)/q40k $(if $(NEW_FLAGS),new $(NEW_FLAGS))

demo: .venv/run.stamp ## set up if needed, then play a recorded match without a screen
	@$(BIN)/q40k demo

test: ## run every check: style, types, imports, dead code, tests
	@$(MAKE) --no-print-directory --jobs=2 PIP_FLAGS="$(PIP_FLAGS) --no-compile" .venv/test.stamp
	@$(VENV_PYTHON) -m tests.checks

quick: .venv/test.stamp ## check what has changed since the last commit, in seconds
	@$(VENV_PYTHON) -m tests.quick

rules: .venv/test.stamp ## list the rules that are built and have no test
	@$(VENV_PYTHON) -m tests.rules_report

codex-drift: .venv/test.stamp ## compare our champions with another program's catalogues or rosters (SOURCE=folder; ALL=1 shows what is settled too; UNKNOWN=1 lists figures we lack)
	@$(VENV_PYTHON) -m tests.codex_drift "$(SOURCE)" $(if $(UNKNOWN),--unknown) $(if $(ALL),--all)

odds: .venv/test.stamp ## throw what shows odds, 20,000 times in 500 random situations a game (N=50 THROWS=500; GAME=epic; SEED=7)
	@$(VENV_PYTHON) -m tests.odds $(if $(GAME),--game $(GAME)) $(if $(N),--situations $(N)) $(if $(THROWS),--throws $(THROWS)) $(if $(SEED),--seed $(SEED))

soak: .venv/test.stamp ## play random evenings until Ctrl-C (SOAK=10: ten minutes; GAME=epic; FAULTS=1: damage libraries; PLACES=1: on the board; NET=1: attack a board; BOTS=1: bots play; CLUB=1: a whole evening of eight tables as processes; PAIRS=1: try every pair of tests/pairs)
	@$(if $(CLUB),$(VENV_PYTHON) -m tests.evening.whole $(SOAK_FLAGS),$(if $(PAIRS),PAIRS=1 $(BIN)/pytest -q -n auto tests/pairs,$(VENV_PYTHON) -m $(if $(NET),tests.soak.network,$(if $(BOTS),tests.soak.bots,$(if $(FAULTS),tests.faults,tests.soak))) $(if $(PLACES),--places) $(if $(GAME),--game $(GAME)) $(if $(SOAK),--minutes $(SOAK)) $(SOAK_FLAGS)))

mutants: .venv/test.stamp ## change rules at random and name what no test notices (N=200; GAME=epic; SEED=7)
	@$(VENV_PYTHON) -m tests.mutants $(if $(N),--number $(N)) $(if $(GAME),--game $(GAME)) $(if $(SEED),--seed $(SEED))

differ: .venv/test.stamp ## compare what Quake's rules ask and tell with an older revision (BASE=main N=500)
	@$(VENV_PYTHON) -m tests.differ --base $(if $(BASE),$(BASE),main) --number $(if $(N),$(N),500)

bench: .venv/test.stamp ## print the ratios of the benchmarks
	@$(VENV_PYTHON) -m benchmarks

lowest: ## play the demo and the first screens with the oldest libraries allowed; needs uv
	@command -v $(UV) >/dev/null 2>&1 || { \
		echo "make lowest needs uv to find the oldest: put it on the PATH, or say UV=/where/it/is." >&2; exit 1; }
	@$(PYTHON) -m tests.lowest "$(UV)"

written: .venv/test.stamp ## write all that is generated: shapes of the games, docs/keys.md, catalogues, docs/talk.md
	@$(VENV_PYTHON) -m tests.shapes
	@$(VENV_PYTHON) -m tests.keys > docs/keys.md
	@$(VENV_PYTHON) -m tests.words
	@$(VENV_PYTHON) -m tests.talk.transcripts

words: .venv/test.stamp ## extract the messages, update and compile the catalogues
	@$(VENV_PYTHON) -m tests.words

sounds: .venv/test.stamp ## make the clips that are heard at calls again
	@$(VENV_PYTHON) -m tests.sounds

screenshot: .venv/test.stamp ## take the pictures of the README (needs Xvfb, xterm, xdotool) and draw those of docs/screens.md again
	@$(VENV_PYTHON) -m tests.photos
	@$(VENV_PYTHON) -m tests.pictures --docs
	@$(VENV_PYTHON) -m tests.prints.pictures

pictures: .venv/test.stamp ## draw every screen in the other languages and themes, to look at
	@$(VENV_PYTHON) -m tests.pictures build/pictures

snapshots: .venv/test.stamp ## accept what the main screens look like now, after looking
	@$(BIN)/pytest -q tests/games/quake/screen/test_snapshots.py --snapshot-update

app: ## make a folder that runs without Python, in build/app/q40k (some minutes)
	@sh packaging/app.sh "$(PYTHON)"

site: .venv/test.stamp ## build the documentation as a site in English and French, in build/site
	@$(VENV_PYTHON) packaging/website.py

everywhere: .venv/test.stamp ## try every Python, way to install and system that this machine can, and say what it could not
	@$(VENV_PYTHON) packaging/everywhere.py

release: .venv/test.stamp ## build wheel, source archive and the folder without Python in dist, the same each time; check and try all
	@$(VENV_PYTHON) packaging/release.py

lock: ## pin the libraries again (LOCK_FLAGS=--upgrade takes the newest); needs uv
	@command -v $(UV) >/dev/null 2>&1 || { \
		echo "make lock needs uv to resolve the pins: put it on the PATH, or say UV=/where/it/is." >&2; exit 1; }
	@sh requirements/lock.sh "$(UV)" $(LOCK_FLAGS)

clean: ## remove the environment and every cache
	rm -rf .venv build dist q40k/data .mypy_cache .ruff_cache .pytest_cache .hypothesis \
		.import_linter_cache snapshot_report.html
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

# ---- the environment: each stamp is made again when what it was made from changes

.venv/made.stamp:
	@command -v $(PYTHON) >/dev/null 2>&1 || { \
		echo "q40k needs Python 3.11 or later; there is no '$(PYTHON)' here." >&2; \
		echo "Install it, or name another: PYTHON=python3.13 make play" >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "q40k needs Python 3.11 or later; '$(PYTHON)' is $$($(PYTHON) --version 2>&1)." >&2; \
		echo "Name another: PYTHON=python3.13 make play" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
		echo "'$(PYTHON)' comes without its venv module, which q40k needs to set itself up." >&2; \
		echo "On Debian and Ubuntu: sudo apt install python3-venv" >&2; exit 1; }
	@echo "[set-up] making .venv with $$($(PYTHON) --version 2>&1)"
	@$(PYTHON) -m venv --clear .venv
	@touch $@

.venv/build.stamp: .venv/made.stamp requirements/build.txt
	@$(PIP) install $(PIP_FLAGS) --require-hashes --only-binary :all: -r requirements/build.txt
	@touch $@

.venv/libraries.stamp: .venv/build.stamp requirements/run.txt
	@echo "[set-up] installing $$(grep -c '==' requirements/run.txt) libraries (about a minute the first time)"
	@$(PIP) install $(PIP_FLAGS) --no-warn-conflicts --require-hashes --only-binary :all: -r requirements/run.txt
	@touch $@

CATALOGUES := $(wildcard q40k/i18n/locales/*/LC_MESSAGES/*.po q40k/games/*/locales/*/LC_MESSAGES/*.po)

.venv/run.stamp: .venv/libraries.stamp pyproject.toml hatch_build.py $(CATALOGUES)
	@echo "[set-up] installing q40k itself"
	@$(PIP) install $(PIP_FLAGS) --no-deps --no-build-isolation -e .
	@touch $@
	@echo "[set-up] ready"

# Sound is a bonus: where there is no wheel for it, or no network, play goes on with the bell.
.venv/sound.stamp: .venv/libraries.stamp requirements/sound.txt
	@echo "[set-up] installing what plays sounds"
	@$(PIP) install $(PIP_FLAGS) --retries 1 --require-hashes --only-binary :all: -r requirements/sound.txt >.venv/sound.log 2>&1 || \
		echo "[set-up] nothing for that on this machine: q40k can ring the terminal's bell instead (.venv/sound.log says why)"
	@touch $@

# What the checks need besides, so that both can be installed at once: no library is in both lists.
# Most of their code is never imported: what is, Python compiles at its first use.
.venv/checks.stamp: .venv/build.stamp requirements/run.txt requirements/test.txt requirements/site.txt
	@awk '/^[^ #]/ { more = FILENAME ~ /(test|site).txt$$/ && !($$1 in had); had[$$1] = 1 } more' \
		requirements/run.txt requirements/build.txt requirements/test.txt requirements/site.txt >.venv/checks.txt
	@echo "[set-up] installing $$(grep -c '==' .venv/checks.txt) libraries for the checks (a minute or two the first time)"
	@$(PIP) install $(PIP_FLAGS) --no-compile --no-deps --require-hashes --no-build-isolation -r .venv/checks.txt
	@touch $@

.venv/test.stamp: .venv/run.stamp .venv/checks.stamp
	@touch $@
	@echo "[set-up] ready for the checks"
