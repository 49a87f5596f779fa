// template.c: a filled-in experiment of the protocol `poses`: a block in four poses, one of them held out.
//
// The block is virtual: its readings were computed by `pliant rig poses --plan` from these files, St. Venant-Kirchhoff with a Young's
// modulus of 60 kPa and a Poisson's ratio of 0.4, and scatter by the stated sigmas.
#include "measure/template.h"

static void write_landmarks(pl_text *out) {
  pl_text_add(out, "name,x [mm],y [mm],z [mm]\n"
                   "top-1,20,10,20\n"
                   "top-2,40,10,20\n"
                   "top-3,60,10,20\n"
                   "side-1,20,0,10\n"
                   "side-2,40,0,10\n"
                   "side-3,60,0,10\n"
                   "back-2,40,20,10\n"
                   "end,80,10,20\n");
}

static void write_positions(pl_text *out) {
  pl_text_add(out, "pose,name,x [mm],y [mm],z [mm]\n"
                   "stretched,top-1,22.35,9.84,19.32\n"
                   "stretched,top-2,44.94,9.86,19.36\n"
                   "stretched,top-3,67.67,9.96,19.45\n"
                   "stretched,side-1,22.33,0.69,10.03\n"
                   "stretched,side-2,45.02,0.83,9.98\n"
                   "stretched,side-3,67.63,0.48,10.08\n"
                   "stretched,back-2,45.01,19.53,10.13\n"
                   "twisted,top-1,19.94,8.13,20.02\n"
                   "twisted,top-2,40.12,6.09,19.18\n"
                   "twisted,top-3,60.09,4.41,18.18\n"
                   "twisted,side-1,20.03,0.22,8.05\n"
                   "twisted,side-2,40.12,0.73,6.17\n"
                   "twisted,side-3,59.96,1.73,4.61\n"
                   "twisted,back-2,40.02,19.12,13.70\n"
                   "hanging,top-1,21.72,10.06,16.67\n"
                   "hanging,top-2,41.96,10.07,10.45\n"
                   "hanging,top-3,61.21,10.10,3.21\n"
                   "hanging,side-1,19.73,-0.10,7.33\n"
                   "hanging,side-2,38.76,0.11,1.11\n"
                   "hanging,side-3,57.41,0.04,-6.26\n"
                   "hanging,back-2,38.92,19.94,1.00\n"
                   "hanging,end,79.73,9.96,-4.27\n"
                   "bent,top-1,18.74,10.07,22.06\n"
                   "bent,top-2,38.30,10.09,25.82\n"
                   "bent,top-3,58.55,10.10,29.83\n"
                   "bent,side-1,20.21,0.03,12.10\n"
                   "bent,side-2,40.02,0.14,15.96\n"
                   "bent,side-3,59.84,-0.06,20.07\n"
                   "bent,back-2,40.06,19.85,16.00\n");
}

static void write_experiment(pl_text *out) {
  pl_text_add(out,
              "{\n"
              "  \"pliant\": \"experiment 1\",\n"
              "  \"protocol\": \"poses\",\n"
              "  \"name\": \"my gel\",\n"
              "  \"density\": \"1020 kg/m^3\",            // of a sheet per area: \"200 g/m^2\"; needed where gravity acts\n"
              "  \"sigma\": {\"positions\": \"0.1 mm\", \"force\": \"5 mN\", \"torque\": \"0.1 N mm\", \"length\": \"0.1 mm\", \"volume\": "
              "\"0.05 cm^3\"},\n"
              "  \"tests\": [\n"
              "    {\n"
              "      \"name\": \"block\",\n"
              "      // or a file: {\"file\": \"body.msh\", \"unit\": \"mm\"}; also \"cylinder\" and \"sheet\"\n"
              "      \"mesh\": {\"box\": [\"80 mm\", \"20 mm\", \"20 mm\"], \"cells\": [20, 5, 5], \"elements\": \"hexahedra\"},\n"
              "      \"landmarks\": \"landmarks.csv\",\n"
              "      \"sets\": {\n"
              "        \"left\": {\"plane\": \"x\", \"at\": \"0 mm\"},\n"
              "        \"right\": {\"plane\": \"x\", \"at\": \"80 mm\"}\n"
              "      },\n"
              "      \"poses\": [\n"
              "        {\n"
              "          \"name\": \"stretched\",\n"
              "          \"supports\": [{\"set\": \"left\"}, {\"set\": \"right\", \"translation\": [\"10 mm\", \"0 mm\", \"0 mm\"]}],\n"
              "          \"measured\": {\n"
              "            \"positions\": \"positions.csv\",\n"
              "            \"forces\": [{\"set\": \"right\", \"force\": [\"3.764 N\", null, null]}],\n"
              "            \"lengths\": [{\"along\": [\"side-2\", \"back-2\"], \"length\": \"18.84 mm\"}],\n"
              "            \"volumes\": [{\"volume\": \"32.34 cm^3\"}]\n"
              "          }\n"
              "        },\n"
              "        {\n"
              "          \"name\": \"twisted\",\n"
              "          \"supports\": [\n"
              "            {\"set\": \"left\"},\n"
              "            {\"set\": \"right\", \"rotation\": {\"axis\": [1, 0, 0], \"through\": [\"80 mm\", \"10 mm\", \"10 mm\"], "
              "\"angle\": \"45 deg\"}}\n"
              "          ],\n"
              "          \"measured\": {\n"
              "            \"positions\": \"positions.csv\",\n"
              "            \"torques\": [{\"set\": \"right\", \"about\": [\"80 mm\", \"10 mm\", \"10 mm\"], \"torque\": [\"4.84 N mm\", "
              "null, null]}]\n"
              "          }\n"
              "        },\n"
              "        {\n"
              "          \"name\": \"hanging\",\n"
              "          \"gravity\": [0, 0, -1],\n"
              "          \"supports\": [{\"set\": \"left\"}],\n"
              "          \"measured\": {\"positions\": \"positions.csv\"}\n"
              "        },\n"
              "        {\n"
              "          \"name\": \"bent\",\n"
              "          \"held-out\": true,                // predicted by the fitted material, not fitted\n"
              "          \"supports\": [{\"set\": \"left\"}, {\"set\": \"right\", \"translation\": [\"0 mm\", \"0 mm\", \"12 mm\"]}],\n"
              "          \"measured\": {\n"
              "            \"positions\": \"positions.csv\",\n"
              "            \"forces\": [{\"set\": \"right\", \"force\": [null, null, \"0.265 N\"]}]\n"
              "          }\n"
              "        }\n"
              "      ]\n"
              "    }\n"
              "  ]\n"
              "}\n");
}

static void write_readme(pl_text *out) {
  pl_text_add(
      out,
      "# A body in several poses\n"
      "\n"
      "A gel block, 80 x 20 x 20 mm, held by its ends: stretched, twisted, hanging under its own weight, and bent. "
      "docs/protocols/poses.md has all keys.\n"
      "The block is virtual: the numbers were found by `pliant rig poses --plan` of this experiment, with a Young\n"
      "modulus of 60 kPa and a Poisson coefficient of 0.4, and scatter by the sigmas of `experiment.json`.\n"
      "\n"
      "| file | what |\n"
      "|---|---|\n"
      "| `experiment.json` | the body, its sets of vertices, what held and loaded it in each pose, what was read |\n"
      "| `landmarks.csv` | places that can be found again in every pose, at rest |\n"
      "| `positions.csv` | where they were in each pose; leave a cell empty where nothing was seen |\n"
      "\n"
      "1. Replace the body by yours: a mesh file of a solid (Gmsh .msh, .vtk, TetGen) or of a sheet (.obj, .ply), with the "
      "unit of its coordinates.\n"
      "2. Describe each pose: supports, loads, gravity, readings. Forces and torques are those of the support on the body.\n"
      "3. Look at what was understood: `pliant check experiment.json`\n"
      "4. Estimate the material: `pliant fit experiment.json -o result`. This gel is St. Venant-Kirchhoff, the default model;\n"
      "   `--model neo-hookean` is another law with as many numbers, `orthotropic` and `additive` have more of them.\n"
      "   Its readings come from its own mesh. `--samples` corrects for the error of a mesh, which these readings do not have: try it\n"
      "   with readings of a body, or of a finer mesh (`pliant rig poses`).\n");
}

const pl__template_file pl__poses_template[] = {{"landmarks.csv", write_landmarks},
                                                {"positions.csv", write_positions},
                                                {"README.md", write_readme},
                                                {"experiment.json", write_experiment},
                                                {NULL, NULL}};
